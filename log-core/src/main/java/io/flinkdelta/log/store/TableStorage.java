/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import io.flinkdelta.log.error.ErrorContext;
import org.apache.hadoop.conf.Configuration;

/**
 * The storage of one table: its log and its data files, chosen by the scheme of the path. Every
 * scheme that Hadoop knows can be read; one without a known put-if-absent is refused on the first
 * write, with what to set.
 */
public record TableStorage(String tablePath, LogStore log, DataStore data) {

    /**
     * @param path a local path or a URI
     * @throws io.flinkdelta.log.error.InvalidRequestException when the scheme is unknown to Hadoop
     */
    public static TableStorage open(String path, Configuration hadoop) {
        throw new UnsupportedOperationException(path + hadoop);
    }

    /** {@code table=...}, to start an error's context with. */
    public ErrorContext context() {
        return ErrorContext.table(tablePath);
    }
}
