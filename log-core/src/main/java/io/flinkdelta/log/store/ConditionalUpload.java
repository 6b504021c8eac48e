/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import org.apache.hadoop.fs.Path;

/**
 * How a client of an object store uploads a file as a whole. When the content cannot be had, its failure
 * is thrown as it is, and no part of it becomes visible.
 */
interface ConditionalUpload {

    /** Uploads a file if the store has none of this name. */
    void create(Path file, LogContent content) throws IOException, UploadFailure;

    /** Uploads a file, whether there is one or not. */
    void replace(Path file, LogContent content) throws IOException, UploadFailure;

    /** An error after which the file may be there: it was sent. */
    final class UploadFailure extends Exception {
        private static final long serialVersionUID = 1L;
        private final IOException reason;

        UploadFailure(IOException reason) {
            super(reason);
            this.reason = reason;
        }

        IOException reason() {
            return reason;
        }
    }
}
