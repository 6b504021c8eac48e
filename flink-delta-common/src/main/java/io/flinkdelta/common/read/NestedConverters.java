/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;

/** Converters of structs, lists and maps. What a file leaves out stays null. */
final class NestedConverters {
    private NestedConverters() {}

    /** Makes a row of each group. */
    static final class StructConverter extends GroupConverter {
        private final int arity;
        private final Converter[] children;
        private final List<RepeatedField> repeated = new ArrayList<>();
        private final Slot slot;
        private GenericRowData row;

        StructConverter(ReadNode.Struct struct, Slot slot) {
            this.arity = struct.arity();
            this.slot = slot;
            this.children = struct.children().stream().map(this::child).toArray(Converter[]::new);
        }

        private Converter child(ReadNode.Child child) {
            int position = child.position();
            if (child.node() instanceof ReadNode.Repeated) {
                List<Object> elements = new ArrayList<>();
                repeated.add(new RepeatedField(position, elements));
                return child.node().converter(elements::add);
            }
            return child.node().converter(value -> row.setField(position, value));
        }

        @Override
        public Converter getConverter(int fieldIndex) {
            return children[fieldIndex];
        }

        @Override
        public void start() {
            row = new GenericRowData(arity);
            for (RepeatedField field : repeated) {
                field.elements().clear();
            }
        }

        @Override
        public void end() {
            for (RepeatedField field : repeated) {
                row.setField(
                        field.position(), new GenericArrayData(field.elements().toArray()));
            }
            slot.set(row);
        }
    }

    /** A repeated field without a list around it, and its elements so far. */
    private record RepeatedField(int position, List<Object> elements) {}

    /** Makes an array of each list group. */
    static final class ListConverter extends GroupConverter {
        private final Converter repeated;
        private final Slot slot;
        private List<Object> elements;

        ListConverter(ReadNode.ListOf list, Slot slot) {
            this.slot = slot;
            this.repeated = list.wrapped()
                    ? new EntryConverter(List.of(list.element()), values -> elements.add(values[0]))
                    : list.element().converter(value -> elements.add(value));
        }

        @Override
        public Converter getConverter(int fieldIndex) {
            return repeated;
        }

        @Override
        public void start() {
            elements = new ArrayList<>();
        }

        @Override
        public void end() {
            slot.set(new GenericArrayData(elements.toArray()));
        }
    }

    /** Makes a map of each map group. */
    static final class MapConverter extends GroupConverter {
        private final Converter repeated;
        private final Slot slot;
        private List<Object> keys;
        private List<Object> values;

        MapConverter(ReadNode.MapOf map, Slot slot) {
            this.slot = slot;
            this.repeated = new EntryConverter(map.keyAndValue(), entry -> {
                keys.add(entry[0]);
                values.add(entry.length > 1 ? entry[1] : null);
            });
        }

        @Override
        public Converter getConverter(int fieldIndex) {
            return repeated;
        }

        @Override
        public void start() {
            keys = new ArrayList<>();
            values = new ArrayList<>();
        }

        @Override
        public void end() {
            slot.set(ArrayMapData.of(keys, values));
        }
    }

    /** The repeated group of a list or map. */
    private static final class EntryConverter extends GroupConverter {
        private final Converter[] children;
        private final EntrySlot slot;
        private Object[] entry;

        /** Takes the fields of an entry; absent ones are null. */
        private interface EntrySlot {
            void add(Object[] entry);
        }

        EntryConverter(List<ReadNode> nodes, EntrySlot slot) {
            this.slot = slot;
            this.children = new Converter[nodes.size()];
            for (int i = 0; i < children.length; i++) {
                int field = i;
                children[i] = nodes.get(i).converter(value -> entry[field] = value);
            }
        }

        @Override
        public Converter getConverter(int fieldIndex) {
            return children[fieldIndex];
        }

        @Override
        public void start() {
            entry = new Object[children.length];
        }

        @Override
        public void end() {
            slot.add(entry);
        }
    }
}
