/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.common.table.HadoopConfigurations;
import io.flinkdelta.common.table.TableStorageFactory;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.store.TableStorage;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.types.logical.RowType;

/**
 * What the user asked for: values only, sent to every task of the job. Everything else is opened
 * where it runs.
 *
 * @param buildId made when the sink was built: tells two sinks, and two builds of one, apart
 */
record SinkSpec(
        String tablePath,
        RowType rowType,
        List<String> partitionColumns,
        Map<String, String> tableProperties,
        Map<String, String> hadoopOptions,
        SinkSettings settings,
        String buildId,
        TableStorageFactory storageFactory)
        implements Serializable {

    SinkSpec {
        partitionColumns = List.copyOf(partitionColumns);
        tableProperties = Map.copyOf(tableProperties);
        hadoopOptions = Map.copyOf(hadoopOptions);
    }

    TableStorage openStorage() {
        return storageFactory.open(tablePath, HadoopConfigurations.load(hadoopOptions));
    }

    ErrorContext context() {
        return ErrorContext.table(tablePath);
    }
}
