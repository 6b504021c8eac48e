/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.table;

import io.flinkdelta.log.store.TableStorage;
import java.io.Serializable;
import org.apache.flink.annotation.Internal;
import org.apache.hadoop.conf.Configuration;

/** Opens the storage of the table where the sink runs; the seam by which tests inject faults. */
@Internal
@FunctionalInterface
public interface TableStorageFactory extends Serializable {

    /** The storage of the table at {@code path}; opened anew by each writer, aggregator and committer. */
    TableStorage open(String path, Configuration hadoop);
}
