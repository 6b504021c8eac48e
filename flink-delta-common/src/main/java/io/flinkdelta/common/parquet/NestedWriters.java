/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.common.parquet.column.PageScratch;
import io.flinkdelta.log.stats.FileStatistics;
import java.util.List;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;

/** The writers of structs, lists and maps. */
final class NestedWriters {
    private NestedWriters() {}

    /** Writes a struct: each field in turn. */
    static final class StructWriter extends ValueWriter {
        private final ValueWriter[] fields;

        StructWriter(ColumnPlace place, List<ValueWriter> fields) {
            super(place);
            this.fields = fields.toArray(ValueWriter[]::new);
        }

        @Override
        void writeNull(int repetition, int nullLevel) {
            for (ValueWriter field : fields) {
                field.writeNull(repetition, nullLevel);
            }
        }

        @Override
        void addStatistics(ChunkStatistics chunks, FileStatistics.Builder statistics) {
            for (ValueWriter field : fields) {
                field.addStatistics(chunks, statistics);
            }
        }

        @Override
        void write(RowData row, int position, int repetition) {
            writeStruct(row.getRow(position, fields.length), repetition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            writeStruct(array.getRow(position, fields.length), repetition);
        }

        private void writeStruct(RowData struct, int repetition) {
            for (int i = 0; i < fields.length; i++) {
                fields[i].writeField(struct, i, repetition);
            }
        }
    }

    /** A list or a map. Counts its own nulls, since Parquet's statistics cannot tell null from empty. */
    abstract static class RepeatedWriter extends ValueWriter {
        private static final int LARGE = 1024;

        private final PageScratch scratch;
        /** How often the list or map was null, or something around it was. */
        private long nulls;

        RepeatedWriter(ColumnPlace place, PageScratch scratch) {
            super(place);
            this.scratch = scratch;
        }

        /** {@code size}, noted when it is large. */
        final int noted(int size) {
            if (size >= LARGE) {
                scratch.noteLargeValue();
            }
            return size;
        }

        @Override
        final void writeNull(int repetition, int nullLevel) {
            nulls++;
            writeNothing(repetition, nullLevel);
        }

        @Override
        final void addStatistics(ChunkStatistics chunks, FileStatistics.Builder statistics) {
            statistics.nullCount(place().physical(), nulls);
        }

        abstract void writeNothing(int repetition, int nullLevel);
    }

    /** Writes a three-level list. */
    static final class ListWriter extends RepeatedWriter {
        private final ValueWriter element;
        private final int elementRepetition;

        ListWriter(ColumnPlace place, PageScratch scratch, ValueWriter element) {
            super(place, scratch);
            this.element = element;
            this.elementRepetition = element.place().repetition();
        }

        @Override
        void writeNothing(int repetition, int nullLevel) {
            element.writeNull(repetition, nullLevel);
        }

        @Override
        void write(RowData row, int position, int repetition) {
            writeList(row.getArray(position), repetition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            writeList(array.getArray(position), repetition);
        }

        private void writeList(ArrayData list, int repetition) {
            int size = noted(list.size());
            if (size == 0) {
                element.writeNull(repetition, definition);
                return;
            }
            element.writeElement(list, 0, repetition);
            for (int i = 1; i < size; i++) {
                element.writeElement(list, i, elementRepetition);
            }
        }
    }

    /** Writes a map as repeated key_value groups. */
    static final class MapWriter extends RepeatedWriter {
        private final ValueWriter key;
        private final ValueWriter value;
        private final int entryRepetition;

        MapWriter(ColumnPlace place, PageScratch scratch, ValueWriter key, ValueWriter value) {
            super(place, scratch);
            this.key = key;
            this.value = value;
            this.entryRepetition = key.place().repetition();
        }

        @Override
        void writeNothing(int repetition, int nullLevel) {
            key.writeNull(repetition, nullLevel);
            value.writeNull(repetition, nullLevel);
        }

        @Override
        void write(RowData row, int position, int repetition) {
            writeMap(row.getMap(position), repetition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            writeMap(array.getMap(position), repetition);
        }

        private void writeMap(MapData map, int repetition) {
            int size = noted(map.size());
            if (size == 0) {
                writeNothing(repetition, definition);
                return;
            }
            ArrayData keys = map.keyArray();
            ArrayData values = map.valueArray();
            for (int i = 0; i < size; i++) {
                int entry = i == 0 ? repetition : entryRepetition;
                key.writeElement(keys, i, entry);
                value.writeElement(values, i, entry);
            }
        }
    }
}
