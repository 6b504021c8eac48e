/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.common.table.TableStorageFactory;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.store.TableStorage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.types.logical.RowType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builds a {@link DeltaSink}. */
public final class DeltaSinkBuilder {
    private static final Logger LOG = LoggerFactory.getLogger(DeltaSinkBuilder.class);

    private final String path;
    private final RowType rowType;
    private final Map<String, String> tableProperties = new LinkedHashMap<>();
    private final Map<String, String> hadoopOptions = new LinkedHashMap<>();
    private final Configuration options = new Configuration();
    private List<String> partitionColumns = List.of();
    private TableStorageFactory storageFactory = TableStorage::open;

    DeltaSinkBuilder(String path, RowType rowType) {
        this.path = Objects.requireNonNull(path, "path");
        this.rowType = Objects.requireNonNull(rowType, "rowType");
        SinkSchema.of(rowType, List.of(), ErrorContext.table(path));
    }

    /** The partition columns, in order, spelled as in the row type. Default: none. */
    public DeltaSinkBuilder partitionBy(String... columns) {
        partitionColumns = List.of(columns);
        return this;
    }

    /** A property of the table, such as {@code delta.checkpointInterval}, if the sink creates it. */
    public DeltaSinkBuilder tableProperty(String key, String value) {
        tableProperties.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value"));
        return this;
    }

    /** Properties of the table if the sink creates it; a table that is there keeps its own. */
    public DeltaSinkBuilder tableProperties(Map<String, String> properties) {
        properties.forEach(this::tableProperty);
        return this;
    }

    /** An option of Hadoop's, over those that the machines' configuration files set. */
    public DeltaSinkBuilder hadoopOption(String key, String value) {
        hadoopOptions.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value"));
        return this;
    }

    /** Options of Hadoop's, over those that the machines' configuration files set. */
    public DeltaSinkBuilder hadoopOptions(Map<String, String> options) {
        options.forEach(this::hadoopOption);
        return this;
    }

    /** An option of {@link DeltaSinkOptions}. */
    public <T> DeltaSinkBuilder option(ConfigOption<T> option, T value) {
        requireKnown(option.key());
        options.set(option, value);
        return this;
    }

    /** Options of {@link DeltaSinkOptions} by their keys, with values as in a configuration file. */
    public DeltaSinkBuilder options(Map<String, String> values) {
        values.forEach((key, value) -> {
            requireKnown(key);
            options.setString(key, value);
        });
        return this;
    }

    /** The seam for tests; see {@link TableStorageFactory}. */
    @Internal
    public DeltaSinkBuilder storage(TableStorageFactory factory) {
        storageFactory = Objects.requireNonNull(factory, "factory");
        return this;
    }

    /**
     * The sink. Looks at the table, unless {@link DeltaSinkOptions#CHECK_TABLE_ON_BUILD} is off: one
     * that is there with another schema, or that this build cannot write, fails here and not in the
     * job. A table that cannot be reached from here is left to the job.
     *
     * @throws InvalidRequestException when an option, a partition column or the table does not fit
     * @throws io.flinkdelta.log.error.UnsupportedFeatureException when the table needs a feature that
     *     this build does not support
     */
    public DeltaSink build() {
        SinkSpec spec = new SinkSpec(
                path,
                rowType,
                partitionColumns,
                tableProperties,
                hadoopOptions,
                settings(),
                UUID.randomUUID().toString(),
                storageFactory);
        SinkSchema.of(rowType, partitionColumns, spec.context());
        if (spec.settings().checkTableOnBuild()) {
            checkTable(spec);
        }
        return new DeltaSink(spec);
    }

    private SinkSettings settings() {
        try {
            return SinkSettings.of(options);
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException(
                    "A sink option has a value that cannot be read: " + e.getMessage(),
                    ErrorContext.table(path),
                    "See docs/options.md for what it takes.",
                    e);
        }
    }

    private static void checkTable(SinkSpec spec) {
        try (SinkTable table = SinkTable.open(spec)) {
            table.checkIfExists();
        } catch (StorageUnavailableException e) {
            LOG.warn("The table {} cannot be reached from here; the job will check it", spec.tablePath(), e);
        }
    }

    private void requireKnown(String key) {
        if (DeltaSinkOptions.all().stream().noneMatch(option -> option.key().equals(key))) {
            throw new InvalidRequestException(
                    "This is not an option of the Delta sink.",
                    ErrorContext.table(path).with("option", key),
                    "The options are: "
                            + String.join(
                                    ", ",
                                    DeltaSinkOptions.all().stream()
                                            .map(ConfigOption::key)
                                            .toList()) + ".");
        }
    }
}
