/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Lines of UTF-8 for standard output. Unlike a PrintStream it does not swallow failures: a reader
 * that went away ({@code | head}) ends the command quietly, a full disk is an error. One thread at a time.
 */
final class Output {
    private final Writer writer;
    private boolean failed;

    Output(OutputStream stream) {
        this.writer = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), 1 << 16);
    }

    /** Nobody reads the output any more. */
    static final class ReaderGoneException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ReaderGoneException(IOException cause) {
            super(cause);
        }
    }

    /** Standard output takes no more. */
    static final class OutputException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OutputException(String message, IOException cause) {
            super(message, cause);
        }
    }

    /** Writes a line, which may wait in a buffer. */
    synchronized void line(String line) {
        try {
            writer.write(line);
            writer.write('\n');
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /** Writes a line at once. */
    synchronized void lineNow(String line) {
        line(line);
        flush();
    }

    /** Does nothing after a failure, which was reported already. */
    synchronized void flush() {
        try {
            if (!failed) {
                writer.flush();
            }
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private RuntimeException failure(IOException e) {
        failed = true;
        String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        boolean gone = message.contains("broken pipe") || message.contains("pipe closed");
        return gone
                ? new ReaderGoneException(e)
                : new OutputException("The output cannot be written: " + e.getMessage(), e);
    }
}
