/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.SetTransaction;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Folds actions, oldest first, into a {@link TableState} (PROTOCOL.md, "Action Reconciliation"): the
 * latest protocol, the latest metadata, the latest transaction of each application, the latest state of
 * each domain. File actions pass by: {@link FileReconciliation} decides about them. No I/O. One thread.
 */
public final class ActionReconciliation {
    private final TableState base;
    private Protocol protocol;
    private Metadata metadata;
    private Map<String, SetTransaction> transactions;
    private Map<String, DomainMetadata> domainMetadata;

    private ActionReconciliation(TableState base) {
        this.base = base;
    }

    /** Goes on from {@code base}. */
    public static ActionReconciliation from(TableState base) {
        return new ActionReconciliation(base);
    }

    /** Takes in the next action. */
    public ActionReconciliation replay(Action action) {
        if (action instanceof SetTransaction transaction) {
            replay(transaction);
        } else if (action instanceof DomainMetadata domain) {
            replay(domain);
        } else if (action instanceof Metadata newest) {
            metadata = newest;
        } else if (action instanceof Protocol newest) {
            protocol = newest;
        }
        return this;
    }

    private void replay(SetTransaction transaction) {
        if (transactions == null) {
            transactions = new HashMap<>(base.transactions());
        }
        transactions.put(transaction.appId(), transaction);
    }

    private void replay(DomainMetadata domain) {
        if (domainMetadata == null) {
            domainMetadata = new HashMap<>(base.domainMetadata());
        }
        if (domain.removed()) {
            domainMetadata.remove(domain.domain());
        } else {
            domainMetadata.put(domain.domain(), domain);
        }
    }

    /** The state after everything that was replayed. */
    public TableState apply() {
        return new TableState(
                protocol == null ? base.protocol() : Optional.of(protocol),
                metadata == null ? base.metadata() : Optional.of(metadata),
                transactions == null ? base.transactions() : transactions,
                domainMetadata == null ? base.domainMetadata() : domainMetadata);
    }
}
