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
    /** The only one that may have no action. */
    EMPTY_COMMIT("Empty Commit"),
    RENAME_COLUMN("RENAME COLUMN"),
    REPLACE_COLUMNS("REPLACE COLUMNS"),
    ROW_TRACKING_BACKFILL("ROW TRACKING BACKFILL"),
    SET_PROPERTIES("SET TBLPROPERTIES"),
    STREAMING_UPDATE("STREAMING UPDATE"),
    UNSET_PROPERTIES("UNSET TBLPROPERTIES"),
    UPGRADE_PROTOCOL("UPGRADE PROTOCOL"),
    WRITE("WRITE");

    private final String historyName;

    Operation(String historyName) {
        this.historyName = historyName;
    }

    /** As in commitInfo. */
    public String historyName() {
        return historyName;
    }
}
