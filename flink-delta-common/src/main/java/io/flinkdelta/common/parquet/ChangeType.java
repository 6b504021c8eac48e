/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

/** What happened to a row of a change data file (PROTOCOL.md, "Change Data Files"). */
public enum ChangeType {
    INSERT("insert"),
    UPDATE_PREIMAGE("update_preimage"),
    UPDATE_POSTIMAGE("update_postimage"),
    DELETE("delete");

    /** The column that says so. */
    public static final String COLUMN = "_change_type";

    private final String value;

    ChangeType(String value) {
        this.value = value;
    }

    /** As it stands in the column. */
    public String value() {
        return value;
    }
}
