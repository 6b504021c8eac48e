/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.common.check.RowRules;
import io.flinkdelta.common.check.TableRules;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.alter.TableChange;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.expression.EvaluationSettings;
import io.flinkdelta.log.protocol.NestedNullability;
import io.flinkdelta.log.protocol.ProtocolCheck;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.TableStorage;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The table as the sink needs it: there, with exactly the sink's schema, and writable by this
 * build. Every writer and the committer make sure of it when they start; creating the table is a
 * race that one of them wins and the others do not notice.
 */
final class SinkTable implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SinkTable.class);
    private static final int CREATE_ATTEMPTS = 10;

    private final SinkSpec spec;
    private final SinkSchema schema;
    private final DeltaLog log;

    private SinkTable(SinkSpec spec, DeltaLog log) {
        this.spec = spec;
        this.schema = SinkSchema.of(spec.rowType(), spec.partitionColumns(), spec.context());
        this.log = log;
    }

    static SinkTable open(SinkSpec spec) {
        return of(spec, DeltaLogs.open(spec));
    }

    static SinkTable of(SinkSpec spec, DeltaLog log) {
        return new SinkTable(spec, log);
    }

    DeltaLog log() {
        return log;
    }

    TableStorage storage() {
        return log.storage();
    }

    /**
     * The newest version, checked; creates the table if it is missing.
     *
     * @throws InvalidRequestException when the schema differs, or there is something else at the path
     */
    Snapshot createIfMissing() {
        for (int attempt = 1; ; attempt++) {
            Optional<Snapshot> there = log.latestSnapshotIfExists();
            if (there.isPresent()) {
                return check(there.get());
            }
            try {
                return create();
            } catch (CommitConflictException e) {
                LOG.debug("Another writer created {} first", spec.tablePath(), e);
                if (attempt == CREATE_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Checks the table if there is one; nothing is created. */
    void checkIfExists() {
        Optional<Snapshot> there = log.latestSnapshotIfExists();
        if (there.isPresent()) {
            check(there.get());
        } else {
            requireCreatable();
            TableFolder.requireFree(spec);
        }
    }

    /**
     * {@code table} itself, if this build may write the sink's rows to it.
     *
     * @throws InvalidRequestException when the schema or the partition columns differ
     * @throws io.flinkdelta.log.error.UnsupportedFeatureException when the table needs a feature that
     *     this build does not support
     */
    Snapshot check(Snapshot table) {
        ErrorContext context = spec.context().with("version", table.version());
        ProtocolCheck.requireReadable(table.protocol(), table.metadata(), context);
        ProtocolCheck.requireWritable(table.protocol(), table.metadata(), context);
        List<SchemaDifferences.Difference> differences =
                SchemaDifferences.between(schema, table.schema(), table.partitionColumns());
        if (!differences.isEmpty()) {
            throw new InvalidRequestException(
                    "The schema of the sink differs from that of the table",
                    context,
                    "Give the sink the table's schema, or change the table:" + SchemaDifferences.render(differences));
        }
        rules(table);
        warnOfOtherProperties(table.metadata());
        return table;
    }

    /**
     * What the table asks of the sink's rows.
     *
     * @param table checked
     * @throws UnsupportedFeatureException naming a constraint or column with an expression that cannot be evaluated
     */
    RowRules rules(Snapshot table) {
        TableRules rules = new TableRules(
                table.schema(),
                table.metadata().configuration(),
                EvaluationSettings.in(spec.settings().sessionTimeZone()).with(Clock.systemUTC()),
                spec.context().with("version", table.version()));
        return RowRules.of(rules, spec.rowType());
    }

    @Override
    public void close() {
        log.close();
    }

    private Snapshot create() {
        TableFolder.requireFree(spec);
        Snapshot created = log.createTable(newTable());
        LOG.info("Created the table {}", spec.tablePath());
        return created;
    }

    /** NOT NULL where other writers would not enforce it is the sink's promise only, none of the table. */
    private CreateTable newTable() {
        return CreateTable.of(NestedNullability.relaxed(schema.columns()))
                .partitionedBy(schema.partitionColumns())
                .properties(spec.tableProperties());
    }

    /** Refuses a table that could not be made; errors about it name its path. */
    private void requireCreatable() {
        try {
            TableChange created = newTable().toChange(() -> UUID.randomUUID().toString(), Clock.systemUTC());
            ProtocolCheck.requireWritable(
                    created.protocol().orElseThrow(), created.metadata().orElseThrow(), spec.context());
        } catch (InvalidRequestException e) {
            throw new InvalidRequestException(e.problem(), spec.context().with(e.context()), e.remedy(), e);
        } catch (UnsupportedFeatureException e) {
            throw new UnsupportedFeatureException(e.problem(), spec.context().with(e.context()), e.remedy(), e);
        }
    }

    private void warnOfOtherProperties(Metadata metadata) {
        for (Map.Entry<String, String> wanted : spec.tableProperties().entrySet()) {
            String is = metadata.configuration().get(wanted.getKey());
            if (!wanted.getValue().equals(is)) {
                LOG.warn(
                        "The table {} was there before the sink and keeps its property {} = {}; the sink's {} is not set",
                        spec.tablePath(),
                        wanted.getKey(),
                        is,
                        wanted.getValue());
            }
        }
    }
}
