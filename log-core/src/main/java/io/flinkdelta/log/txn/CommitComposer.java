/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.protocol.RowIdHighWaterMark;
import io.flinkdelta.log.protocol.RowTracking;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.replay.TableState;
import io.flinkdelta.log.snapshot.LogSnapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes the content of one attempt from a transaction and the table that the attempt goes on top of: what
 * the transaction says, and what a commit owes besides, which depends on the version that it becomes: the
 * in-commit timestamp, row ids and their high-water mark. Nothing is carried over from an attempt that
 * lost its race. One thread.
 */
final class CommitComposer {
    /** The fields of commitInfo that it writes by itself. */
    static final Set<String> OWN_FIELDS = Set.of(
            "timestamp",
            "inCommitTimestamp",
            "operation",
            "operationParameters",
            "readVersion",
            "isolationLevel",
            "isBlindAppend",
            "operationMetrics",
            "tags",
            "engineInfo",
            "txnId");

    private final Transaction transaction;
    private final FileKeys keys;
    private final CommitTimes times;
    private final ErrorContext table;

    CommitComposer(Transaction transaction, FileKeys keys, CommitTimes times, ErrorContext table) {
        this.transaction = transaction;
        this.keys = keys;
        this.times = times;
        this.table = table;
    }

    /**
     * The content on top of {@code base}.
     *
     * @param base empty for a new table
     * @param recommitted the row ids that commits since the transaction's read version gave to files of the table
     * @throws io.flinkdelta.log.error.InvalidRequestException when a file lacks what the table asks for
     */
    CommitContent compose(
            Optional<LogSnapshot> base, IsolationLevel isolation, long timeMillis, Map<String, RowIds> recommitted) {
        long version = base.map(LogSnapshot::version).orElse(-1L) + 1;
        Metadata metadata = transaction.metadataOn(base);
        RowTracking tracking = RowTracking.of(transaction.protocolOn(base), metadata);
        TableState before = base.map(LogSnapshot::state).orElseGet(TableState::empty);
        RowIdAssignment rowIds = new RowIdAssignment(
                tracking, RowIdHighWaterMark.of(before.domainMetadata(), table), version, recommitted, keys, table);
        List<RemoveFile> removes = rowIds.removes(transaction.removes());
        List<AddFile> backfill = tracking == RowTracking.ENABLED ? withoutRowIds(base) : List.of();
        List<AddFile> adds = rowIds.adds(concat(transaction.adds(), backfill));
        OptionalLong inCommitTimestamp = times.next(base, metadata, timeMillis);
        CommitInfo info = commitInfo(base, isolation, timeMillis, inCommitTimestamp, tracking, backfill.isEmpty());
        return new CommitContent(
                version,
                info,
                stateActions(base, version, inCommitTimestamp, rowIds.newHighWaterMark()),
                removes,
                adds,
                transaction.changeFiles());
    }

    private CommitInfo commitInfo(
            Optional<LogSnapshot> base,
            IsolationLevel isolation,
            long timeMillis,
            OptionalLong inCommitTimestamp,
            RowTracking tracking,
            boolean ownFilesOnly) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        inCommitTimestamp.ifPresent(millis -> json.put("inCommitTimestamp", millis));
        json.put("timestamp", timeMillis);
        json.put("operation", transaction.operation().historyName());
        ObjectNode parameters = json.putObject("operationParameters");
        transaction.operationParameters().forEach(parameters::set);
        if (transaction.readVersion() >= 0) {
            json.put("readVersion", transaction.readVersion());
        }
        json.put("isolationLevel", isolation.historyName());
        json.put("isBlindAppend", transaction.blindAppend() && ownFilesOnly);
        ObjectNode metrics = json.putObject("operationMetrics");
        transaction.operationMetrics().forEach(metrics::put);
        ObjectNode tags = tags(base, tracking);
        if (!tags.isEmpty()) {
            json.set("tags", tags);
        }
        transaction.commitInfoFields().forEach(json::set);
        json.put("engineInfo", transaction.engineInfo());
        json.put("txnId", transaction.txnId());
        return CommitInfo.of(json);
    }

    /** What other writers look at to see whether the commit concerns them. */
    private ObjectNode tags(Optional<LogSnapshot> base, RowTracking tracking) {
        ObjectNode tags = JsonNodeFactory.instance.objectNode();
        if (tracking == RowTracking.ENABLED) {
            tags.put(RowTracking.PRESERVED_TAG, Boolean.toString(preservesRows()));
        }
        if (base.isPresent()
                && transaction
                        .metadata()
                        .filter(metadata ->
                                MetadataChange.isIdentityOnly(base.get().metadata(), metadata))
                        .isPresent()) {
            tags.put("delta.identity.schemaUpdate", "true");
        }
        return tags;
    }

    /** Whether surely no row moves to another file, where it would go by another id. */
    private boolean preservesRows() {
        Set<String> removed = new HashSet<>();
        transaction.removes().forEach(remove -> removed.add(keys.canonical(remove.path())));
        return removed.isEmpty()
                || transaction.adds().stream().allMatch(add -> removed.contains(keys.canonical(add.path())));
    }

    private List<Action> stateActions(
            Optional<LogSnapshot> base,
            long version,
            OptionalLong inCommitTimestamp,
            Optional<DomainMetadata> rowIdHighWaterMark) {
        List<Action> actions = new ArrayList<>();
        transaction.protocol().ifPresent(actions::add);
        transaction
                .metadata()
                .map(metadata ->
                        times.withEnablement(base.map(LogSnapshot::metadata), metadata, version, inCommitTimestamp))
                .ifPresent(actions::add);
        actions.addAll(transaction.transactions());
        actions.addAll(transaction.domainMetadata());
        rowIdHighWaterMark.ifPresent(actions::add);
        return actions;
    }

    /** The live files that get their first row ids with this commit, because it enables row tracking. */
    private List<AddFile> withoutRowIds(Optional<LogSnapshot> base) {
        boolean enabledBefore = base.isEmpty()
                || RowTracking.of(base.get().protocol(), base.get().metadata()) == RowTracking.ENABLED;
        if (enabledBefore) {
            return List.of();
        }
        Set<String> own = new HashSet<>();
        transaction.adds().forEach(add -> own.add(keys.canonical(add.path())));
        transaction.removes().forEach(remove -> own.add(keys.canonical(remove.path())));
        try (Stream<AddFile> files = base.get().files()) {
            return files.filter(file -> file.baseRowId().isEmpty()
                            || file.defaultRowCommitVersion().isEmpty())
                    .filter(file -> !own.contains(keys.canonical(file.path())))
                    .map(AddFile::withoutDataChange)
                    .toList();
        }
    }

    private static <T> List<T> concat(List<T> first, List<T> second) {
        if (second.isEmpty()) {
            return first;
        }
        List<T> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
