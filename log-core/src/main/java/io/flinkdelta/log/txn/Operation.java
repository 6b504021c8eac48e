/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

/** The operation names that other engines' history tools know. */
public enum Operation {
    CREATE_TABLE("CREATE TABLE"),
    STREAMING_UPDATE("STREAMING UPDATE"),
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
