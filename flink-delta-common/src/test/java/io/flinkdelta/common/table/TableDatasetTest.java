/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableDatasetTest {
    private static final RowType ROWS = RowType.of(new BigIntType());

    @ParameterizedTest
    @CsvSource({
        "/data/a b/t, file, /data/a b/t",
        "/data/x/../t/, file, /data/t",
        "file:/data/t, file, /data/t",
        "file:///data/t/, file, /data/t",
        "s3a://bucket/a/t, s3://bucket, a/t",
        "s3://bucket/a/t/, s3://bucket, a/t",
        "gs://bucket/t, gs://bucket, t",
        "hdfs://name:8020/a/t, hdfs://name:8020, /a/t",
        "abfss://box@account.dfs.core.windows.net/t, abfss://box@account.dfs.core.windows.net, /t",
    })
    void isNamedAfterItsPlace(String path, String namespace, String name) {
        TableDataset dataset = TableDataset.of(path, ROWS);
        assertThat(dataset.namespace()).isEqualTo(namespace);
        assertThat(dataset.name()).isEqualTo(name);
    }

    @Test
    void tellsItsColumns() {
        assertThat(TableDataset.of("/t", ROWS).facets())
                .containsOnlyKeys("schema")
                .containsValue(new TableDataset.Schema(ROWS));
    }
}
