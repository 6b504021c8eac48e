/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.Type;

/** Converters that drop what they are given. */
final class IgnoringConverters {
    private IgnoringConverters() {}

    static Converter of(Type type) {
        return type.isPrimitive() ? new Leaf() : new Group(type);
    }

    private static final class Group extends GroupConverter {
        private final Type type;

        Group(Type type) {
            this.type = type;
        }

        @Override
        public Converter getConverter(int fieldIndex) {
            return of(type.asGroupType().getType(fieldIndex));
        }

        @Override
        public void start() {}

        @Override
        public void end() {}
    }

    private static final class Leaf extends PrimitiveConverter {
        @Override
        public void addBinary(Binary value) {}

        @Override
        public void addBoolean(boolean value) {}

        @Override
        public void addDouble(double value) {}

        @Override
        public void addFloat(float value) {}

        @Override
        public void addInt(int value) {}

        @Override
        public void addLong(long value) {}
    }
}
