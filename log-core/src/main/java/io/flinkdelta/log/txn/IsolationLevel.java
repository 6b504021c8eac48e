/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.Metadata;

/** How strictly a transaction is checked against the commits that overtook it. */
public enum IsolationLevel {
    SERIALIZABLE("Serializable"),
    WRITE_SERIALIZABLE("WriteSerializable"),
    SNAPSHOT_ISOLATION("SnapshotIsolation");

    private static final String PROPERTY = "delta.isolationLevel";

    private final String historyName;

    IsolationLevel(String historyName) {
        this.historyName = historyName;
    }

    /** As in commitInfo. */
    public String historyName() {
        return historyName;
    }

    /** Of a transaction on a table of this metadata: rearranging files, or nothing, needs only snapshot isolation. */
    static IsolationLevel of(Transaction transaction, Metadata metadata) {
        boolean rearranges =
                !(transaction.adds().isEmpty() && transaction.removes().isEmpty());
        if (transaction.isEmpty()) {
            return SNAPSHOT_ISOLATION;
        }
        if (rearranges
                && !transaction.changesData()
                && transaction.transactions().isEmpty()
                && transaction.metadata().isEmpty()) {
            return SNAPSHOT_ISOLATION;
        }
        String wanted = metadata.configuration().getOrDefault(PROPERTY, "");
        return SERIALIZABLE.historyName.equalsIgnoreCase(wanted) ? SERIALIZABLE : WRITE_SERIALIZABLE;
    }
}
