/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.scan;

import io.flinkdelta.common.check.RowFilter;
import io.flinkdelta.common.table.HadoopConfigurations;
import io.flinkdelta.common.table.TableStorageFactory;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.expression.EvaluationSettings;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.stats.ScanFilter;
import io.flinkdelta.log.store.TableStorage;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.apache.flink.table.types.logical.RowType;

/**
 * Of which table which columns and rows are read: values only, sent to every task of the job. The schema is that of the
 * version that the job was built with; see {@link SchemaWatch} for later ones.
 *
 * @param version that the job was built with
 * @param tableId as the table's metadata has it: a table that is made anew at the path has another
 * @param tableSchema all columns, as JSON of the protocol
 * @param partitionColumns in order
 * @param producedSchema the columns that rows are made of, as JSON of the protocol
 * @param filter a condition in SQL that rows must fulfil; empty for none
 * @param zone in which the filter's timestamps have a day
 * @param metadataColumns at the end of each row
 * @param materializedColumns in which data files may have values of these, by their names there
 * @param watermarkColumn one, or none when the source gives no watermarks
 * @param limit how many rows are wanted; {@link Long#MAX_VALUE} for all
 */
public record TableScan(
        String tablePath,
        Map<String, String> hadoopOptions,
        TableStorageFactory storageFactory,
        long version,
        String tableId,
        String tableSchema,
        List<String> partitionColumns,
        ColumnMapping mapping,
        String producedSchema,
        String filter,
        ZoneId zone,
        List<MetadataColumn> metadataColumns,
        Map<MetadataColumn, String> materializedColumns,
        List<WatermarkColumn> watermarkColumn,
        long limit)
        implements Serializable {
    public TableScan {
        Objects.requireNonNull(tablePath, "tablePath");
        hadoopOptions = Map.copyOf(hadoopOptions);
        partitionColumns = List.copyOf(partitionColumns);
        metadataColumns = List.copyOf(metadataColumns);
        materializedColumns = Map.copyOf(materializedColumns);
        watermarkColumn = List.copyOf(watermarkColumn);
    }

    /** What a user asks for; names are checked by {@link #of}. */
    public record Request(
            String tablePath,
            Map<String, String> hadoopOptions,
            TableStorageFactory storageFactory,
            Optional<List<String>> columns,
            Optional<String> filter,
            ZoneId zone,
            List<MetadataColumn> metadataColumns,
            Optional<WatermarkColumn> watermarkColumn) {}

    /**
     * The scan of a table that is like {@code snapshot}.
     *
     * @throws InvalidRequestException when it has no such columns, or the filter is none for it
     */
    public static TableScan of(Request request, Snapshot snapshot) {
        ErrorContext context = ErrorContext.table(request.tablePath());
        StructType schema = snapshot.schema();
        StructType produced = request.columns()
                .map(columns -> SchemaParts.select(schema, columns, context))
                .orElse(schema);
        for (MetadataColumn column : request.metadataColumns()) {
            if (produced.fieldInAnyCase(column.columnName()).isPresent()) {
                throw new InvalidRequestException(
                        "A metadata column has the name of a column of the table.",
                        context.with("column", column.columnName()),
                        "Leave one of them out.");
            }
        }
        request.filter().ifPresent(sql -> requireFilter(sql, schema, request.zone(), context));
        request.watermarkColumn().ifPresent(column -> EventTime.require(column, snapshot, context));
        TableScan scan = new TableScan(
                request.tablePath(),
                request.hadoopOptions(),
                request.storageFactory(),
                snapshot.version(),
                snapshot.metadata().id(),
                SchemaJson.write(schema),
                snapshot.partitionColumns(),
                ColumnMapping.of(snapshot.protocol(), snapshot.metadata()),
                SchemaJson.write(produced),
                request.filter().orElse(""),
                request.zone(),
                request.metadataColumns(),
                MaterializedColumns.of(request.metadataColumns(), snapshot, context),
                request.watermarkColumn().stream().toList(),
                Long.MAX_VALUE);
        scan.rowFilter();
        scan.rowType();
        return scan;
    }

    /** Refuses a filter by what no file and no statistics tell. */
    private static void requireFilter(String sql, StructType schema, ZoneId zone, ErrorContext context) {
        StructType all = SchemaParts.union(schema, MetadataColumn.schema());
        for (StructField column : RowFilter.columns(sql, all, EvaluationSettings.in(zone), context)
                .fields()) {
            if (schema.field(column.name()).isEmpty()) {
                throw new InvalidRequestException(
                        "The filter names a metadata column, which the source does not filter by.",
                        context.with("expression", sql).with("column", column.name()),
                        "Add it with metadataColumns, and filter the rows by it after the source.");
            }
        }
    }

    /** The same of which only so many rows are wanted, whichever they are. */
    public TableScan withLimit(long rows) {
        return new TableScan(
                tablePath,
                hadoopOptions,
                storageFactory,
                version,
                tableId,
                tableSchema,
                partitionColumns,
                mapping,
                producedSchema,
                filter,
                zone,
                metadataColumns,
                materializedColumns,
                watermarkColumn,
                rows);
    }

    public TableStorage openStorage() {
        return storageFactory.open(tablePath, HadoopConfigurations.load(hadoopOptions));
    }

    public ErrorContext context() {
        return ErrorContext.table(tablePath);
    }

    /** All columns of the table. */
    public StructType table() {
        return SchemaJson.parse(tableSchema);
    }

    /** The columns that rows are made of. */
    public StructType produced() {
        return SchemaJson.parse(producedSchema);
    }

    /** The columns that are read: those of the rows, and those that the filter and the watermarks look at. */
    public StructType read() {
        StructType columns = produced();
        if (!filter.isEmpty()) {
            columns = SchemaParts.union(columns, RowFilter.columns(filter, table(), evaluation(), context()));
        }
        for (WatermarkColumn column : watermarkColumn) {
            columns = SchemaParts.union(
                    columns, StructType.of(table().field(column.name()).orElseThrow()));
        }
        return columns;
    }

    /** The times of rows and files, when the source is to give watermarks. */
    public Optional<EventTime> eventTime() {
        return watermarkColumn.stream().findFirst().map(column -> EventTime.of(this, column));
    }

    /** Those columns of data files that are no columns of the table and are read nevertheless. */
    public StructType materialized() {
        return new StructType(metadataColumns.stream()
                .filter(materializedColumns::containsKey)
                .map(column -> new StructField(materializedColumns.get(column), PrimitiveType.LONG, true))
                .toList());
    }

    /** Tests rows of {@link #read}. */
    public Optional<RowFilter> rowFilter() {
        return filter.isEmpty() ? Optional.empty() : Optional.of(RowFilter.of(filter, read(), evaluation(), context()));
    }

    /** Tells where, of the files of any version, rows may be that pass. */
    public Optional<ScanFilter> scanFilter() {
        // The names are those that the job was built with: a column that was renamed since is found by its physical
        // name.
        return filter.isEmpty()
                ? Optional.empty()
                : Optional.of(ScanFilter.of(Expression.parse(filter), table(), partitionColumns, mapping, context()));
    }

    /** The type of the rows that the source gives. */
    public RowType rowType() {
        List<RowType.RowField> fields =
                new ArrayList<>(DeltaTypes.toFlink(produced()).getFields());
        metadataColumns.forEach(column -> fields.add(new RowType.RowField(column.columnName(), column.type())));
        return new RowType(false, fields);
    }

    /** Of the columns and rows that are read: that of scans with others is another one. */
    public String fingerprint() {
        String text = DeltaTypes.toFlink(read()).asSummaryString() + filter;
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
    }

    private EvaluationSettings evaluation() {
        return EvaluationSettings.in(zone);
    }
}
