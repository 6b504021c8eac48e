/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import static org.apache.parquet.filter2.predicate.FilterApi.binaryColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.intColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.longColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.notEq;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.store.PageCodecs;
import io.flinkdelta.log.store.StorageErrors;
import io.flinkdelta.log.store.WatchedInputFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Reads the actions of one Parquet file of a checkpoint: only the columns of the wanted actions, and
 * only the row groups that hold any. Unknown columns and fields are skipped. One thread.
 */
final class CheckpointReader extends CheckpointActions {
    private final ParquetFileReader file;
    private final MessageType projection;
    private final ActionConverters converters;
    private final ErrorContext where;
    private RecordReader<Action> rows;
    private long rowsLeft;

    private CheckpointReader(ParquetFileReader file, MessageType projection, ErrorContext where) {
        this.file = file;
        this.projection = projection;
        this.converters = new ActionConverters(projection);
        this.where = where;
    }

    /**
     * Opens one file.
     *
     * @throws CorruptLogException when it is no Parquet file or not that of a checkpoint
     */
    static CheckpointReader open(CheckpointSource source, CheckpointContent content) {
        ParquetFileReader file = null;
        try {
            file = openFile(source, content);
            MessageType projection = projection(file, content);
            file.setRequestedSchema(projection);
            return new CheckpointReader(file, projection, source.where());
        } catch (IOException | RuntimeException e) {
            closeAfter(e, file);
            throw failure(e, source.where());
        }
    }

    /** The Parquet file, of which row groups without any of {@code content} are passed over. */
    static ParquetFileReader openFile(CheckpointSource source, CheckpointContent content) throws IOException {
        PlainParquetConfiguration configuration = new PlainParquetConfiguration();
        ParquetReadOptions options = ParquetReadOptions.builder(configuration)
                .withCodecFactory(new PageCodecs(configuration))
                .withRecordFilter(FilterCompat.get(anyOf(content)))
                .useStatsFilter(true)
                .useColumnIndexFilter(false) // A read for each column of each row group, to pass over few pages.
                .useDictionaryFilter(false)
                .useBloomFilter(false)
                .useRecordFilter(false)
                .usePageChecksumVerification()
                .build();
        return source.parquet(options);
    }

    /** The part of the file's schema that is understood of live files, without what is null everywhere. */
    static MessageType addProjection(ParquetFileReader file) {
        MessageType all = projection(file, CheckpointContent.FILES);
        if (!all.containsField(CheckpointSchema.ADD)) {
            return new MessageType(all.getName(), List.of());
        }
        Set<String> used = file.getFooter().getBlocks().stream()
                .flatMap(rowGroup -> rowGroup.getColumns().stream())
                .filter(column -> column.getPath().toArray()[0].equals(CheckpointSchema.ADD) && hasValues(column))
                .map(column -> column.getPath().toArray()[1])
                .collect(Collectors.toSet());
        GroupType add = all.getType(CheckpointSchema.ADD).asGroupType();
        List<Type> fields = add.getFields().stream()
                .filter(field -> used.contains(field.getName())
                        || field.getName().equals(CheckpointSchema.WITNESS.get(CheckpointSchema.ADD)))
                .toList();
        return new MessageType(all.getName(), add.withNewFields(fields));
    }

    @Override
    public boolean holdsFileActions() {
        return hasValues(file, ColumnPath.get(CheckpointSchema.ADD, CheckpointSchema.WITNESS.get(CheckpointSchema.ADD)))
                || hasValues(
                        file,
                        ColumnPath.get(CheckpointSchema.REMOVE, CheckpointSchema.WITNESS.get(CheckpointSchema.REMOVE)));
    }

    @Override
    protected Action advance() {
        try {
            while (true) {
                if (rowsLeft == 0 && !nextRowGroup()) {
                    return null;
                }
                rowsLeft--;
                Action action = rows.read();
                if (action != null) {
                    return action;
                }
            }
        } catch (IOException | RuntimeException e) {
            throw failure(e, where);
        }
    }

    private boolean nextRowGroup() throws IOException {
        if (projection.getFieldCount() == 0) {
            return false;
        }
        PageReadStore pages = file.readNextFilteredRowGroup();
        if (pages == null) {
            return false;
        }
        MessageColumnIO columns = new ColumnIOFactory()
                .getColumnIO(projection, file.getFileMetaData().getSchema());
        rows = columns.getRecordReader(pages, converters);
        rowsLeft = pages.getRowCount();
        return true;
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw failure(e, where);
        }
    }

    /** The part of the file's schema that holds the wanted actions and is understood here. */
    private static MessageType projection(ParquetFileReader file, CheckpointContent content) {
        MessageType schema = file.getFileMetaData().getSchema();
        boolean parsedStats = !hasStats(file);
        List<Type> columns = new ArrayList<>();
        for (Type column : schema.getFields()) {
            if (!column.isPrimitive() && content.columns().contains(column.getName())) {
                GroupType known =
                        CheckpointSchema.READ.getType(column.getName()).asGroupType();
                columns.add(known(column.asGroupType(), known, parsedStats));
            }
        }
        return new MessageType(schema.getName(), columns);
    }

    private static GroupType known(GroupType actual, GroupType known, boolean parsedStats) {
        List<Type> fields = new ArrayList<>();
        for (Type field : actual.getFields()) {
            if (known.containsField(field.getName())) {
                Type expected = known.getType(field.getName());
                boolean struct = !expected.isPrimitive() && expected.getLogicalTypeAnnotation() == null;
                fields.add(struct ? known(field.asGroupType(), expected.asGroupType(), false) : field);
            } else if (parsedStats && !field.isPrimitive() && field.getName().equals(CheckpointSchema.STATS_PARSED)) {
                fields.add(field);
            }
        }
        return actual.withNewFields(fields);
    }

    /** Whether statistics are there as JSON, so that those as structs need not be read. */
    private static boolean hasStats(ParquetFileReader file) {
        return hasValues(file, ColumnPath.get(CheckpointSchema.ADD, CheckpointSchema.STATS));
    }

    /** Whether a leaf column may be other than null anywhere, going by the footer. */
    private static boolean hasValues(ParquetFileReader file, ColumnPath path) {
        return file.getFooter().getBlocks().stream()
                .flatMap(rowGroup -> rowGroup.getColumns().stream())
                .anyMatch(column -> column.getPath().equals(path) && hasValues(column));
    }

    private static boolean hasValues(ColumnChunkMetaData column) {
        return !column.getStatistics().isNumNullsSet() || column.getStatistics().getNumNulls() < column.getValueCount();
    }

    private static FilterPredicate anyOf(CheckpointContent content) {
        return content.columns().stream()
                .map(CheckpointReader::isPresent)
                .reduce(FilterApi::or)
                .orElseThrow();
    }

    private static FilterPredicate isPresent(String column) {
        String witness = CheckpointSchema.WITNESS.get(column);
        String path = column + "." + witness;
        return switch (CheckpointSchema.READ
                .getType(column, witness)
                .asPrimitiveType()
                .getPrimitiveTypeName()) {
            case BINARY -> notEq(binaryColumn(path), null);
            case INT32 -> notEq(intColumn(path), null);
            case INT64 -> notEq(longColumn(path), null);
            default -> throw new IllegalStateException(path);
        };
    }

    static void closeAfter(Exception failure, ParquetFileReader file) {
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                failure.addSuppressed(e);
            }
        }
    }

    static DeltaException failure(Exception failure, ErrorContext where) {
        if (failure instanceof DeltaException already) {
            return already;
        }
        Optional<IOException> ofStorage = WatchedInputFile.storageFailure(failure);
        if (ofStorage.isPresent()) {
            return StorageErrors.of(ofStorage.get(), where, null, "read a checkpoint");
        }
        return new CorruptLogException(
                "A checkpoint file cannot be understood: " + failure.getMessage(),
                where,
                "Delete the file if all commits before it are still there, or restore it from a copy.",
                failure);
    }
}
