/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** The stream that a {@link LogContent} gets: whoever writes may close it, the file goes on being ours. */
final class LentStream extends FilterOutputStream {

    LentStream(OutputStream out) {
        super(out);
    }

    @Override
    public void write(byte[] bytes, int start, int length) throws IOException {
        out.write(bytes, start, length);
    }

    @Override
    public void close() throws IOException {
        out.flush();
    }
}
