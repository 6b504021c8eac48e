/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

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
import io.flinkdelta.log.protocol.RowTracking;
import io.flinkdelta.log.replay.CommitFile;
import io.flinkdelta.log.replay.FileKeys;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What {@link ConflictChecker} has to know about a commit that overtook a transaction; everything in the order of the
 * commit, so that what is looked at first, or named in an error, is the same in each run.
 *
 * @param transactions version by application id
 * @param domains whose metadata was set or removed
 * @param added by canonical path; empty, too, when the file actions were not looked at
 * @param removed by canonical path; empty, too, when the file actions were not looked at
 */
public record WinningCommit(
        long version,
        Optional<CommitInfo> commitInfo,
        Optional<Protocol> protocol,
        Optional<Metadata> metadata,
        Map<String, Long> transactions,
        Set<String> domains,
        Map<String, AddFile> added,
        Map<String, RemoveFile> removed) {
    public WinningCommit {
        transactions = Collections.unmodifiableMap(new LinkedHashMap<>(transactions));
        domains = Collections.unmodifiableSet(new LinkedHashSet<>(domains));
        added = Collections.unmodifiableMap(new LinkedHashMap<>(added));
        removed = Collections.unmodifiableMap(new LinkedHashMap<>(removed));
    }

    /**
     * What {@code commit} holds.
     *
     * @param keys of the table
     * @param withFiles whether the transaction depends on files at all
     */
    static WinningCommit of(CommitFile commit, FileKeys keys, boolean withFiles) {
        Summary summary = new Summary(keys);
        if (withFiles) {
            commit.forEach(summary::take);
        } else {
            commit.forEachStateAction(summary::take);
        }
        return summary.toCommit(commit.version());
    }

    /** Whether it says of itself that it read nothing. */
    boolean isBlindAppend() {
        return commitInfo.map(CommitInfo::isBlindAppend).orElse(false);
    }

    /** Whether it has file actions, none of which changes data. */
    boolean rearranges() {
        return !removed.isEmpty()
                && removed.values().stream().noneMatch(RemoveFile::dataChange)
                && added.values().stream().noneMatch(AddFile::dataChange);
    }

    /** Whether it says that rows which it moved to other files have kept their ids. */
    boolean preservesRowIds() {
        return commitInfo
                .flatMap(info -> info.tag(RowTracking.PRESERVED_TAG))
                .filter(Boolean::parseBoolean)
                .isPresent();
    }

    /** The row ids that it gave to files, by canonical path. */
    Map<String, RowIds> rowIds() {
        Map<String, RowIds> ids = new HashMap<>();
        added.forEach((path, add) -> {
            if (add.baseRowId().isPresent()) {
                ids.put(path, RowIds.of(add));
            }
        });
        return ids;
    }

    /** {@code version 7 (OPTIMIZE by Apache-Spark/4.1.3)}. */
    String describe() {
        String operation = commitInfo.flatMap(CommitInfo::operation).orElse("unknown operation");
        String engine = commitInfo.flatMap(CommitInfo::engineInfo).orElse("an unknown engine");
        return "version " + version + " (" + operation + " by " + engine + ")";
    }

    static final class Summary implements Action.Visitor<RuntimeException> {
        private final FileKeys keys;
        private CommitInfo commitInfo;
        private Protocol protocol;
        private Metadata metadata;
        private final Map<String, Long> transactions = new LinkedHashMap<>();
        private final Set<String> domains = new LinkedHashSet<>();
        private final Map<String, AddFile> added = new LinkedHashMap<>();
        private final Map<String, RemoveFile> removed = new LinkedHashMap<>();

        Summary(FileKeys keys) {
            this.keys = keys;
        }

        void take(Action action) {
            action.accept(this);
        }

        @Override
        public void add(AddFile add) {
            added.put(keys.canonical(add.path()), add);
        }

        @Override
        public void remove(RemoveFile remove) {
            removed.put(keys.canonical(remove.path()), remove);
        }

        @Override
        public void txn(SetTransaction transaction) {
            transactions.put(transaction.appId(), transaction.version());
        }

        @Override
        public void domainMetadata(DomainMetadata domain) {
            domains.add(domain.domain());
        }

        @Override
        public void metadata(Metadata newest) {
            metadata = newest;
        }

        @Override
        public void protocol(Protocol newest) {
            protocol = newest;
        }

        @Override
        public void commitInfo(CommitInfo info) {
            commitInfo = info;
        }

        @Override
        public void cdc(AddCDCFile cdc) {}

        @Override
        public void checkpointMetadata(CheckpointMetadata checkpoint) {}

        @Override
        public void sidecar(SidecarFile sidecar) {}

        WinningCommit toCommit(long version) {
            return new WinningCommit(
                    version,
                    Optional.ofNullable(commitInfo),
                    Optional.ofNullable(protocol),
                    Optional.ofNullable(metadata),
                    transactions,
                    domains,
                    added,
                    removed);
        }
    }
}
