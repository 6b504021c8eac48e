/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import java.io.OutputStream;

/** What to put into a file of the log: written once, front to back. Closing the stream is allowed, not needed. */
@FunctionalInterface
public interface LogContent {
    void writeTo(OutputStream out) throws IOException;

    /** These bytes. */
    static LogContent of(byte[] bytes) {
        return out -> out.write(bytes);
    }
}
