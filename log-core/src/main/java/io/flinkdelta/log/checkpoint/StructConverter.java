/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/** Assembles one struct column of a checkpoint into a value. */
final class StructConverter extends GroupConverter {
    private final Converter[] children;
    private final Fields fields;
    private final Function<Fields, ?> build;
    private final Consumer<Object> sink;

    /**
     * A converter of one column.
     *
     * @param nested how to build the structs inside, by field name
     * @param sink takes the value of each row where the struct is not null
     */
    StructConverter(
            GroupType type, Function<Fields, ?> build, Map<String, Function<Fields, ?>> nested, Consumer<Object> sink) {
        this.build = build;
        this.sink = sink;
        this.children = new Converter[type.getFieldCount()];
        Map<String, Integer> index = new HashMap<>();
        for (int i = 0; i < children.length; i++) {
            index.put(type.getFieldName(i), i);
        }
        this.fields = new Fields(type.getName(), index);
        for (int i = 0; i < children.length; i++) {
            int position = i;
            children[i] = converter(type.getType(i), nested, value -> fields.set(position, value));
        }
    }

    private static Converter converter(Type type, Map<String, Function<Fields, ?>> nested, Consumer<Object> sink) {
        if (type.isPrimitive()) {
            return value(type, sink);
        }
        GroupType group = type.asGroupType();
        if (type.getName().equals(CheckpointSchema.STATS_PARSED)) {
            return ParsedStatsConverter.toText(group, sink);
        }
        if (CheckpointSchema.MAPS.contains(type.getName())) {
            return new MapConverter(sink);
        }
        if (CheckpointSchema.LISTS.contains(type.getName())) {
            return new ListConverter(group, sink);
        }
        return new StructConverter(group, nested.get(type.getName()), nested, sink);
    }

    @Override
    public Converter getConverter(int fieldIndex) {
        return children[fieldIndex];
    }

    @Override
    public void start() {
        fields.clear();
    }

    @Override
    public void end() {
        sink.accept(build.apply(fields));
    }

    private static PrimitiveConverter value(Type type, Consumer<Object> sink) {
        return type.asPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.BINARY
                ? new StringConverter(sink)
                : new ScalarConverter(sink);
    }

    /** A number or a boolean. */
    private static final class ScalarConverter extends PrimitiveConverter {
        private final Consumer<Object> sink;

        ScalarConverter(Consumer<Object> sink) {
            this.sink = sink;
        }

        @Override
        public void addBoolean(boolean value) {
            sink.accept(value);
        }

        @Override
        public void addInt(int value) {
            sink.accept(value);
        }

        @Override
        public void addLong(long value) {
            sink.accept(value);
        }
    }

    /** A string; those of a dictionary are decoded once. */
    private static final class StringConverter extends PrimitiveConverter {
        private final Consumer<Object> sink;
        private String[] dictionary;

        StringConverter(Consumer<Object> sink) {
            this.sink = sink;
        }

        @Override
        public boolean hasDictionarySupport() {
            return true;
        }

        @Override
        public void setDictionary(Dictionary values) {
            dictionary = new String[values.getMaxId() + 1];
            for (int id = 0; id < dictionary.length; id++) {
                dictionary[id] = values.decodeToBinary(id).toStringUsingUTF8();
            }
        }

        @Override
        public void addValueFromDictionary(int id) {
            sink.accept(dictionary[id]);
        }

        @Override
        public void addBinary(Binary value) {
            sink.accept(value.toStringUsingUTF8());
        }
    }

    /** String to string; the value may be null. */
    private static final class MapConverter extends GroupConverter {
        private final Consumer<Object> sink;
        private final GroupConverter entry = new GroupConverter() {
            private final Converter keys = new StringConverter(read -> key = (String) read);
            private final Converter values = new StringConverter(read -> value = (String) read);

            @Override
            public Converter getConverter(int fieldIndex) {
                return fieldIndex == 0 ? keys : values;
            }

            @Override
            public void start() {
                key = null;
                value = null;
            }

            @Override
            public void end() {
                map.put(key, value);
            }
        };
        private Map<String, String> map;
        private String key;
        private String value;

        MapConverter(Consumer<Object> sink) {
            this.sink = sink;
        }

        @Override
        public Converter getConverter(int fieldIndex) {
            return entry;
        }

        @Override
        public void start() {
            map = new LinkedHashMap<>();
        }

        @Override
        public void end() {
            sink.accept(map);
        }
    }

    /** Of strings, in three levels as the Parquet specification has it, or in two as older writers had it. */
    private static final class ListConverter extends GroupConverter {
        private final Consumer<Object> sink;
        private final Converter element;
        private List<String> list;

        ListConverter(GroupType type, Consumer<Object> sink) {
            this.sink = sink;
            Converter values = new StringConverter(value -> list.add((String) value));
            this.element = type.getType(0).isPrimitive() ? values : new Element(values);
        }

        @Override
        public Converter getConverter(int fieldIndex) {
            return element;
        }

        @Override
        public void start() {
            list = new ArrayList<>();
        }

        @Override
        public void end() {
            sink.accept(list);
        }

        private static final class Element extends GroupConverter {
            private final Converter values;

            Element(Converter values) {
                this.values = values;
            }

            @Override
            public Converter getConverter(int fieldIndex) {
                return values;
            }

            @Override
            public void start() {}

            @Override
            public void end() {}
        }
    }
}
