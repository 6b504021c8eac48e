/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.common.table.HadoopConfigurations;
import io.flinkdelta.common.table.TableStorageFactory;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.source.plan.PlanSettings;
import io.flinkdelta.source.scan.MetadataColumn;
import io.flinkdelta.source.scan.TableScan;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;

/** Builds a {@link DeltaSource}. */
public final class DeltaSourceBuilder {
    private final String path;
    private final Map<String, String> hadoopOptions = new LinkedHashMap<>();
    private final Configuration options = new Configuration();
    private List<String> columns;
    private String filter;
    private List<String> metadataColumns = List.of();
    private TableStorageFactory storageFactory = TableStorage::open;

    DeltaSourceBuilder(String path) {
        this.path = Objects.requireNonNull(path, "path");
    }

    /**
     * The columns to read, in this order; a field of a struct is {@code struct.field}. In any case, as in the filter: the
     * rows' type spells them as the table does. Default: all of the table when the source is built.
     */
    public DeltaSourceBuilder columns(String... names) {
        columns = List.of(names);
        return this;
    }

    /**
     * A condition in SQL that rows must fulfil, such as {@code day >= '2026-01-01' AND amount > 0}. What can be told from
     * partition values and statistics is not read. It may look at all columns of the table, also at those that are not
     * selected, but not at metadata columns; docs/source.md tells what of SQL it may use.
     * Columns are named in any case.
     */
    public DeltaSourceBuilder filter(String sql) {
        filter = Objects.requireNonNull(sql, "sql");
        return this;
    }

    /**
     * What the source knows of each row besides its values, as columns after the others: {@code _commit_version},
     * {@code _commit_timestamp}, {@code _change_type}, {@code _file_path}, {@code _row_index}, and where the table tracks
     * its rows {@code _row_id} and {@code _row_commit_version}. What each says is told by {@link MetadataColumn}.
     */
    public DeltaSourceBuilder metadataColumns(String... names) {
        metadataColumns = List.of(names);
        return this;
    }

    /** Goes on with new versions, which are looked for in this interval; {@code scan.monitor-interval}. */
    public DeltaSourceBuilder monitorContinuously(Duration interval) {
        return option(DeltaSourceOptions.MONITOR_INTERVAL, interval);
    }

    /**
     * Ends when it has read so many of a version's rows, whichever they are; {@code scan.limit}. One reader gives so many
     * at most, several together may give more.
     */
    public DeltaSourceBuilder limit(long rows) {
        return option(DeltaSourceOptions.LIMIT, rows);
    }

    /** An option of Hadoop's, over those that the machines' configuration files set. */
    public DeltaSourceBuilder hadoopOption(String key, String value) {
        hadoopOptions.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value"));
        return this;
    }

    /** Options of Hadoop's, over those that the machines' configuration files set. */
    public DeltaSourceBuilder hadoopOptions(Map<String, String> values) {
        values.forEach(this::hadoopOption);
        return this;
    }

    /** An option of {@link DeltaSourceOptions}. */
    public <T> DeltaSourceBuilder option(ConfigOption<T> option, T value) {
        SourceSettings.requireKnown(option.key(), context());
        options.set(option, value);
        return this;
    }

    /** Options of {@link DeltaSourceOptions} by their keys, with values as in a configuration file. */
    public DeltaSourceBuilder options(Map<String, String> values) {
        values.forEach((key, value) -> {
            SourceSettings.requireKnown(key, context());
            options.setString(key, value);
        });
        return this;
    }

    /** Opens the table's storage otherwise than by its path. */
    @Internal
    DeltaSourceBuilder storageFactory(TableStorageFactory factory) {
        storageFactory = factory;
        return this;
    }

    /**
     * The source. Reads the table's newest version for its schema.
     *
     * @throws InvalidRequestException when there is no table, or it does not have what is asked for, or options exclude
     *     each other
     */
    public DeltaSource build() {
        SourceSettings settings = new SourceSettings(options, context());
        TableScan.Request request = new TableScan.Request(
                path,
                hadoopOptions,
                storageFactory,
                Optional.ofNullable(columns),
                Optional.ofNullable(filter),
                settings.zone(),
                metadata(),
                settings.watermarkColumn());
        TableStorage storage = storageFactory.open(path, HadoopConfigurations.load(hadoopOptions));
        try (DeltaLog log = new DeltaLog(storage, Clock.systemUTC())) {
            TableScan scan = TableScan.of(request, log.latestSnapshot()).withLimit(settings.limit());
            PlanSettings planning = settings.planning();
            for (String column : planning.primaryKey()) {
                if (scan.table().field(column).isEmpty()) {
                    throw new InvalidRequestException(
                            "A column of the primary key is no column of the table.",
                            context().with("column", column),
                            "Spell it as the table does; several columns are written with ';' between them.");
                }
            }
            return new DeltaSource(
                    scan, planning, settings.discovery(scan.partitionColumns()), settings.rowsInMemory());
        }
    }

    private List<MetadataColumn> metadata() {
        List<MetadataColumn> found = new ArrayList<>();
        for (String name : metadataColumns) {
            found.add(MetadataColumn.named(name)
                    .orElseThrow(() -> new InvalidRequestException(
                            "There is no metadata column of this name.",
                            context().with("column", name),
                            "There are " + MetadataColumn.names() + ".")));
        }
        if (Set.copyOf(found).size() < found.size()) {
            throw new InvalidRequestException(
                    "A metadata column is named twice.",
                    context().with("columns", String.join(",", metadataColumns)),
                    "Name it once.");
        }
        return found;
    }

    private ErrorContext context() {
        return ErrorContext.table(path);
    }
}
