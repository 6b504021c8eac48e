/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;

/** Makes a row of each record and fills in the partition columns. */
final class RowMaterializer extends RecordMaterializer<RowData> {
    private final ReadNode.Struct plan;
    private final NestedConverters.StructConverter root;
    private RowData row;

    RowMaterializer(ReadNode.Struct plan, PartitionConstants constants) {
        this.plan = plan;
        this.root = plan.converter(value -> {
            constants.fill((GenericRowData) value);
            row = (RowData) value;
        });
    }

    MessageType requestedSchema() {
        return (MessageType) plan.type();
    }

    @Override
    public RowData getCurrentRecord() {
        return row;
    }

    @Override
    public GroupConverter getRootConverter() {
        return root;
    }
}
