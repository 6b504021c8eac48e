/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.common.read.column.ValueMapping;
import java.util.List;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/**
 * How a part of a file's schema is read: which Parquet fields, in which layout, into which values.
 * Made by {@link ReadPlanner}; makes the converters.
 */
sealed interface ReadNode {

    /** The part of the file's schema to read. */
    Type type();

    /** A converter that puts each value into {@code slot}; null is never put. */
    Converter converter(Slot slot);

    /** A primitive value. */
    record Leaf(Type type, ValueMapping mapping) implements ReadNode {
        @Override
        public Converter converter(Slot slot) {
            return new LeafConverter(mapping, slot);
        }
    }

    /** A field that is read only because its neighbour's presence depends on it. */
    record Ignored(Type type) implements ReadNode {
        @Override
        public Converter converter(Slot slot) {
            return IgnoringConverters.of(type);
        }
    }

    /**
     * A struct.
     *
     * @param arity the number of fields of the row
     * @param children those that the file has, in the order of {@code type}'s fields
     */
    record Struct(GroupType type, int arity, List<Child> children) implements ReadNode {
        @Override
        public NestedConverters.StructConverter converter(Slot slot) {
            return new NestedConverters.StructConverter(this, slot);
        }
    }

    /** A field of a struct and its position in the row; a negative position is not kept. */
    record Child(int position, ReadNode node) {}

    /**
     * A list.
     *
     * @param wrapped whether each element lies in a group of its own (three levels)
     */
    record ListOf(GroupType type, ReadNode element, boolean wrapped) implements ReadNode {
        @Override
        public Converter converter(Slot slot) {
            return new NestedConverters.ListConverter(this, slot);
        }
    }

    /** A repeated field outside of any list annotation: a list that is never null. */
    record Repeated(Type type, ReadNode element) implements ReadNode {
        /** The converter of one element; the struct around it collects them. */
        @Override
        public Converter converter(Slot slot) {
            return element.converter(slot);
        }
    }

    /** A map. */
    record MapOf(GroupType type, List<ReadNode> keyAndValue) implements ReadNode {
        public MapOf {
            keyAndValue = List.copyOf(keyAndValue);
        }

        @Override
        public Converter converter(Slot slot) {
            return new NestedConverters.MapConverter(this, slot);
        }
    }

    /**
     * A variant as two binaries.
     *
     * @param type a group of {@link #VALUE} and {@link #METADATA}, in the file's order
     */
    record VariantOf(GroupType type) implements ReadNode {
        static final String VALUE = "value";
        static final String METADATA = "metadata";

        @Override
        public Converter converter(Slot slot) {
            return new VariantConverter(this, slot);
        }
    }
}
