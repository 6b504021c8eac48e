/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;

/** The rows of the tests: row number {@code i} is the same wherever and whenever it is made. */
final class TestRows {
    static final RowType TYPE = (RowType) DataTypes.ROW(
                    DataTypes.FIELD("id", DataTypes.BIGINT().notNull()),
                    DataTypes.FIELD("part", DataTypes.STRING()),
                    DataTypes.FIELD("text", DataTypes.STRING()))
            .notNull()
            .getLogicalType();
    static final InternalTypeInfo<RowData> INFO = InternalTypeInfo.of(TYPE);
    private static final String[] PARTS = {"Korea, South", "a/b=c", null, "100%"};

    private TestRows() {}

    static RowData row(long id) {
        String part = PARTS[(int) (id % PARTS.length)];
        return GenericRowData.of(
                id, part == null ? null : StringData.fromString(part), StringData.fromString("row " + id));
    }

    /** A row as text, to compare by. */
    static String text(RowData row) {
        return row.getLong(0) + "|" + (row.isNullAt(1) ? "null" : row.getString(1)) + "|" + row.getString(2);
    }

    static List<String> texts(LongStream ids) {
        List<String> texts = new ArrayList<>();
        ids.forEach(id -> texts.add(text(row(id))));
        return texts;
    }
}
