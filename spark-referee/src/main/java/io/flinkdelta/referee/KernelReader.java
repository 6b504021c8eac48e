/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.referee;

import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.Table;
import io.delta.kernel.data.ArrayValue;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads a table through Delta Kernel and its default engine: scan files, then their logical rows. */
final class KernelReader implements RowReader {
    private final Engine engine;

    KernelReader(Engine engine) {
        this.engine = engine;
    }

    @Override
    public List<String> read(String path, OptionalLong version) throws IOException {
        Table table = Table.forPath(engine, path);
        Snapshot snapshot = version.isPresent()
                ? table.getSnapshotAsOfVersion(engine, version.getAsLong())
                : table.getLatestSnapshot(engine);
        StructType schema = snapshot.getSchema();
        Scan scan = snapshot.getScanBuilder().build();
        Row state = scan.getScanState(engine);
        List<String> lines = new ArrayList<>();
        try (CloseableIterator<FilteredColumnarBatch> scanFiles = scan.getScanFiles(engine)) {
            while (scanFiles.hasNext()) {
                try (CloseableIterator<Row> files = scanFiles.next().getRows()) {
                    while (files.hasNext()) {
                        readFile(state, files.next(), schema, lines);
                    }
                }
            }
        }
        return lines;
    }

    private void readFile(Row state, Row file, StructType schema, List<String> lines) throws IOException {
        CloseableIterator<FileReadResult> results = engine.getParquetHandler()
                .readParquetFiles(
                        Utils.singletonCloseableIterator(InternalScanFileUtils.getAddFileStatus(file)),
                        ScanStateRow.getPhysicalDataReadSchema(state),
                        Optional.empty());
        CloseableIterator<ColumnarBatch> physical = results.map(FileReadResult::getData);
        try (CloseableIterator<FilteredColumnarBatch> logical =
                Scan.transformPhysicalData(engine, state, file, physical)) {
            while (logical.hasNext()) {
                appendRows(logical.next(), schema, lines);
            }
        }
    }

    private static void appendRows(FilteredColumnarBatch batch, StructType schema, List<String> lines) {
        ColumnarBatch data = batch.getData();
        Optional<ColumnVector> selection = batch.getSelectionVector();
        for (int row = 0; row < data.getSize(); row++) {
            int at = row;
            boolean selected =
                    selection.map(s -> !s.isNullAt(at) && s.getBoolean(at)).orElse(true);
            if (selected) {
                StringBuilder line = new StringBuilder();
                for (int i = 0; i < schema.length(); i++) {
                    line.append(i == 0 ? '{' : ',');
                    ExactText.string(line, schema.at(i).getName());
                    line.append(':');
                    append(line, data.getColumnVector(i), row, schema.at(i).getDataType());
                }
                lines.add(line.append('}').toString());
            }
        }
    }

    private static void append(StringBuilder out, ColumnVector vector, int row, DataType type) {
        if (vector.isNullAt(row)) {
            out.append("null");
        } else if (type instanceof StructType struct) {
            for (int i = 0; i < struct.length(); i++) {
                out.append(i == 0 ? '{' : ',');
                ExactText.string(out, struct.at(i).getName());
                out.append(':');
                append(out, vector.getChild(i), row, struct.at(i).getDataType());
            }
            out.append('}');
        } else if (type instanceof ArrayType array) {
            ArrayValue value = vector.getArray(row);
            out.append('[');
            for (int i = 0; i < value.getSize(); i++) {
                out.append(i == 0 ? "" : ",");
                append(out, value.getElements(), i, array.getElementType());
            }
            out.append(']');
        } else if (type instanceof MapType map) {
            MapValue value = vector.getMap(row);
            List<String> keys = texts(value.getKeys(), value.getSize(), map.getKeyType());
            ExactText.map(out, keys, texts(value.getValues(), value.getSize(), map.getValueType()));
        } else {
            appendPrimitive(out, vector, row, type);
        }
    }

    private static List<String> texts(ColumnVector vector, int size, DataType type) {
        List<String> texts = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            StringBuilder text = new StringBuilder();
            append(text, vector, i, type);
            texts.add(text.toString());
        }
        return texts;
    }

    private static void appendPrimitive(StringBuilder out, ColumnVector vector, int row, DataType type) {
        if (type instanceof BooleanType) {
            out.append(vector.getBoolean(row));
        } else if (type instanceof ByteType) {
            out.append(vector.getByte(row));
        } else if (type instanceof ShortType) {
            out.append(vector.getShort(row));
        } else if (type instanceof IntegerType) {
            out.append(vector.getInt(row));
        } else if (type instanceof LongType || type instanceof TimestampType || type instanceof TimestampNTZType) {
            out.append(vector.getLong(row));
        } else if (type instanceof FloatType) {
            ExactText.real(out, vector.getFloat(row));
        } else if (type instanceof DoubleType) {
            ExactText.real(out, vector.getDouble(row));
        } else if (type instanceof DecimalType decimal) {
            ExactText.decimal(out, vector.getDecimal(row), decimal.getScale());
        } else if (type instanceof StringType) {
            ExactText.string(out, vector.getString(row));
        } else if (type instanceof BinaryType) {
            ExactText.binary(out, vector.getBinary(row));
        } else if (type instanceof DateType) {
            out.append('"').append(LocalDate.ofEpochDay(vector.getInt(row))).append('"');
        } else {
            throw new IllegalArgumentException("no exact text for Kernel's type " + type);
        }
    }
}
