/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.utils.ProjectedRowData;

/** Takes the columns that are produced from those that are read. Made for one thread. */
interface RowShape {
    /** The row in the other shape, of use as long as {@code row} is. */
    RowData of(RowData row);

    /** From rows of one schema to those of another, whose columns are all in it, at every level. */
    static RowShape of(StructType from, StructType to) {
        if (from.equals(to)) {
            return row -> row;
        }
        int[] places = new int[to.fields().size()];
        boolean sameTypes = true;
        List<RowData.FieldGetter> getters = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            StructField field = to.fields().get(i);
            places[i] = from.indexOf(field.name());
            StructField source = from.fields().get(places[i]);
            sameTypes &= source.type().equals(field.type());
            getters.add(getter(source, field, places[i]));
        }
        return sameTypes ? projected(places) : copied(getters);
    }

    private static RowShape projected(int[] places) {
        ProjectedRowData projected = ProjectedRowData.from(places);
        return row -> projected.replaceRow(row);
    }

    private static RowShape copied(List<RowData.FieldGetter> getters) {
        return row -> {
            GenericRowData copy = new GenericRowData(row.getRowKind(), getters.size());
            for (int i = 0; i < getters.size(); i++) {
                copy.setField(i, getters.get(i).getFieldOrNull(row));
            }
            return copy;
        };
    }

    private static RowData.FieldGetter getter(StructField from, StructField to, int place) {
        RowData.FieldGetter getter = RowData.createFieldGetter(DeltaTypes.toFlink(from.type(), true), place);
        if (from.type().equals(to.type())) {
            return getter;
        }
        RowShape nested = of((StructType) from.type(), (StructType) to.type());
        return row -> {
            RowData struct = (RowData) getter.getFieldOrNull(row);
            return struct == null ? null : nested.of(struct);
        };
    }
}
