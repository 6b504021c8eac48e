/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.CheckpointMetadata;
import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.action.SidecarFile;
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
    private final Fold fold = new Fold();
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
        action.accept(fold);
        return this;
    }

    /** The state after everything that was replayed. */
    public TableState apply() {
        return new TableState(
                protocol == null ? base.protocol() : Optional.of(protocol),
                metadata == null ? base.metadata() : Optional.of(metadata),
                transactions == null ? base.transactions() : transactions,
                domainMetadata == null ? base.domainMetadata() : domainMetadata);
    }

    private final class Fold implements Action.Visitor<RuntimeException> {
        @Override
        public void protocol(Protocol newest) {
            protocol = newest;
        }

        @Override
        public void metadata(Metadata newest) {
            metadata = newest;
        }

        @Override
        public void txn(SetTransaction transaction) {
            if (transactions == null) {
                transactions = new HashMap<>(base.transactions());
            }
            transactions.put(transaction.appId(), transaction);
        }

        @Override
        public void domainMetadata(DomainMetadata domain) {
            if (domainMetadata == null) {
                domainMetadata = new HashMap<>(base.domainMetadata());
            }
            if (domain.removed()) {
                domainMetadata.remove(domain.domain());
            } else {
                domainMetadata.put(domain.domain(), domain);
            }
        }

        @Override
        public void add(AddFile add) {}

        @Override
        public void remove(RemoveFile remove) {}

        @Override
        public void cdc(AddCDCFile cdc) {}

        @Override
        public void commitInfo(CommitInfo commitInfo) {}

        @Override
        public void checkpointMetadata(CheckpointMetadata checkpoint) {}

        @Override
        public void sidecar(SidecarFile sidecar) {}
    }
}
