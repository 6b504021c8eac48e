/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * How a client of an object store uploads a file as a whole. When the content cannot be had, its failure
 * is thrown as it is, and no part of it becomes visible.
 */
interface ConditionalUpload {

    /**
     * Uploads a file if the store has none of this name.
     *
     * @return empty when it is there; else the error after which it may be there: it was sent
     * @throws IOException when it was not sent
     */
    Optional<IOException> create(Path file, LogContent content) throws IOException;

    /** As {@link #create}, whether there is such a file or not. */
    Optional<IOException> replace(Path file, LogContent content) throws IOException;
}
