/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read.column;

import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * The values of one data page in their order, nulls left out; each is read once. Only the method of the column's
 * physical type is called, {@link #readObjects} and {@link #skip} of any. One thread.
 */
abstract class PageValues {
    final PrimitiveTypeName physical;

    PageValues(PrimitiveTypeName physical) {
        this.physical = physical;
    }

    abstract void readBooleans(boolean[] into, int from, int count);

    abstract void readInts(int[] into, int from, int count);

    abstract void readLongs(long[] into, int from, int count);

    abstract void readFloats(float[] into, int from, int count);

    abstract void readDoubles(double[] into, int from, int count);

    abstract void readBytes(BytesVector into, int from, int count);

    abstract void readObjects(ValueMapping mapping, Object[] into, int from, int count);

    abstract void skip(int count);

    /** Whether no value that was read is still in the page. */
    boolean leavesPage() {
        return physical != PrimitiveTypeName.BINARY && physical != PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
    }
}
