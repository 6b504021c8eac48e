/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

/** The operation names that other engines' history tools know. */
public enum Operation {
    ADD_COLUMNS("ADD COLUMNS"),
    ADD_CONSTRAINT("ADD CONSTRAINT"),
    CHANGE_COLUMN("CHANGE COLUMN"),
    CLUSTER_BY("CLUSTER BY"),
    CREATE_TABLE("CREATE TABLE"),
    DELETE("DELETE"),
    DROP_COLUMNS("DROP COLUMNS"),
    DROP_CONSTRAINT("DROP CONSTRAINT"),
    DROP_FEATURE("DROP FEATURE"),
    EMPTY_COMMIT("Empty Commit"),
    RENAME_COLUMN("RENAME COLUMN"),
    REPLACE_COLUMNS("REPLACE COLUMNS"),
    ROW_TRACKING_BACKFILL("ROW TRACKING BACKFILL"),
    SET_PROPERTIES("SET TBLPROPERTIES"),
    STREAMING_UPDATE("STREAMING UPDATE"),
    UNSET_PROPERTIES("UNSET TBLPROPERTIES"),
    UPGRADE_PROTOCOL("UPGRADE PROTOCOL"),
    VACUUM_END("VACUUM END"),
    VACUUM_START("VACUUM START"),
    WRITE("WRITE");

    private final String historyName;

    Operation(String historyName) {
        this.historyName = historyName;
    }

    /** Whether a commit of it may have no action. */
    boolean mayBeEmpty() {
        return this == EMPTY_COMMIT || this == VACUUM_START || this == VACUUM_END;
    }

    /** As in commitInfo. */
    public String historyName() {
        return historyName;
    }
}
