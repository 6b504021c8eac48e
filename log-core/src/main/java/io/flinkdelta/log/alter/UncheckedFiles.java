/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.expression.CompiledExpression;
import io.flinkdelta.log.expression.EvaluationSettings;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.replay.CommitFile;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.replay.FileReconciliation;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.stats.ScanFilter;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.txn.MetadataChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The files whose rows have to be read before a condition on them may become the table's: those that statistics
 * and partition values do not prove. Where an earlier version has been checked, only the files that were added
 * since, so that a check that is overtaken again and again by appends has less to read each time.
 *
 * <p>Knows the condition and what was checked last; one thread, one request.
 */
final class UncheckedFiles {
    private static final Set<DataType> FLOATING = Set.of(PrimitiveType.FLOAT, PrimitiveType.DOUBLE);

    private final TableStorage storage;
    private Optional<Snapshot> checked = Optional.empty();

    UncheckedFiles(TableStorage storage) {
        this.storage = storage;
    }

    /** Those of {@code read}; must be closed. */
    Stream<AddFile> in(Snapshot read, TableChange.Condition condition) {
        return checked.filter(before -> MetadataChange.isHarmless(before.metadata(), read.metadata()))
                .map(before -> addedSince(before, read).stream())
                .orElseGet(() -> unproven(read, condition));
    }

    /** Notes that the rows of {@code read} fulfil the condition. */
    void passed(Snapshot read) {
        checked = Optional.of(read);
    }

    /** Writers differ in whether a bound of floating numbers counts NaN, so those prove nothing. */
    private Stream<AddFile> unproven(Snapshot read, TableChange.Condition condition) {
        Expression expression = Expression.parse(condition.expression());
        boolean floating =
                CompiledExpression.compile(expression, read.schema(), EvaluationSettings.utc()).columns().stream()
                        .anyMatch(column -> FLOATING.contains(column.type()));
        ErrorContext where = storage.context().with("version", read.version());
        return floating ? read.files() : read.scan(ScanFilter.ofViolations(expression, read.metadata(), where));
    }

    /** Rows come with added files only: those of a rewrite, or that a deletion vector no longer hides, too. */
    private List<AddFile> addedSince(Snapshot before, Snapshot read) {
        FileReconciliation reconciliation = new FileReconciliation(new FileKeys(storage.tablePath()));
        List<AddFile> added = new ArrayList<>();
        for (long version = read.version(); version > before.version(); version--) {
            CommitFile commit = CommitFile.read(storage.log(), version, storage.context());
            try (ActionIterator actions = commit.lastToFirst()) {
                actions.forEachRemaining(action -> {
                    if (reconciliation.acceptFromCommit(action) && action instanceof AddFile add) {
                        added.add(add);
                    }
                });
            }
        }
        return added;
    }
}
