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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Folds actions, oldest first, into a {@link TableState} (PROTOCOL.md, "Action Reconciliation"): the
 * latest protocol, the latest metadata, the latest transaction of each application, the latest state of
 * each domain, the time of the latest commit. File actions pass by. No I/O. One thread.
 */
public final class ActionReconciliation {
    private final TableState base;
    private final Fold fold = new Fold();
    private Protocol protocol;
    private Metadata metadata;
    private Map<String, SetTransaction> transactions;
    private Map<String, DomainMetadata> domainMetadata;
    private Optional<InCommitTimestamp> inCommitTimestamp;
    /** Of the commit that is being replayed. */
    private CommitInfo commitInfo;

    private ActionReconciliation(TableState base) {
        this.base = base;
        this.inCommitTimestamp = base.inCommitTimestamp();
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

    /** Takes in the next commit, but for its file actions. */
    public ActionReconciliation replay(CommitFile commit) {
        commitInfo = null;
        commit.forEachStateAction(this::replay);
        endCommit(commit.version());
        return this;
    }

    /** Takes in the next commit, of which {@code actions} are all but the file actions. */
    public ActionReconciliation replay(long version, List<Action> actions) {
        commitInfo = null;
        actions.forEach(this::replay);
        endCommit(version);
        return this;
    }

    private void endCommit(long version) {
        OptionalLong millis = commitInfo == null ? OptionalLong.empty() : commitInfo.inCommitTimestamp();
        inCommitTimestamp =
                millis.isPresent() ? Optional.of(new InCommitTimestamp(version, millis.getAsLong())) : Optional.empty();
    }

    /** The state after everything that was replayed. */
    public TableState apply() {
        return new TableState(
                protocol == null ? base.protocol() : Optional.of(protocol),
                metadata == null ? base.metadata() : Optional.of(metadata),
                transactions == null ? base.transactions() : transactions,
                domainMetadata == null ? base.domainMetadata() : domainMetadata,
                inCommitTimestamp);
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
        public void commitInfo(CommitInfo info) {
            commitInfo = info;
        }

        @Override
        public void checkpointMetadata(CheckpointMetadata checkpoint) {}

        @Override
        public void sidecar(SidecarFile sidecar) {}
    }
}
