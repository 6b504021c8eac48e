/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import java.util.List;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.MapData;

/** A map as its entries lie in a file: in order, without looking a key up. */
record ArrayMapData(ArrayData keyArray, ArrayData valueArray) implements MapData {

    static ArrayMapData of(List<Object> keys, List<Object> values) {
        return new ArrayMapData(new GenericArrayData(keys.toArray()), new GenericArrayData(values.toArray()));
    }

    @Override
    public int size() {
        return keyArray.size();
    }
}
