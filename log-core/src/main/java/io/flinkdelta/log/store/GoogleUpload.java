/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * By Google's connector, whose creation without overwriting lets the store decide ({@code
 * ifGenerationMatch=0}) when the stream is closed.
 *
 * <p>An upload cannot be given up: what was written becomes visible when the stream is closed, and also
 * when the writing thread is interrupted. So the content is first gathered in a local file, and then
 * sent by a thread that nobody interrupts.
 */
record GoogleUpload(FileSystem files) implements ConditionalUpload {

    @Override
    public Optional<IOException> create(Path file, LogContent content) throws IOException {
        return upload(file, content, false);
    }

    @Override
    public Optional<IOException> replace(Path file, LogContent content) throws IOException {
        return upload(file, content, true);
    }

    private Optional<IOException> upload(Path file, LogContent content, boolean overwrite) throws IOException {
        InputStream whole = gather(content);
        FutureTask<Void> upload = new FutureTask<>(() -> {
            send(whole, file, overwrite);
            return null;
        });
        Thread sender = new Thread(upload, "upload of " + file.getName());
        sender.setDaemon(true);
        sender.start();
        try {
            upload.get();
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(new IOException("interrupted while waiting for the upload of " + file, e));
        } catch (ExecutionException e) {
            return Optional.of(e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause()));
        }
    }

    /** All of the content, in a file that is gone when the stream is closed. */
    private static InputStream gather(LogContent content) throws IOException {
        java.nio.file.Path gathered = Files.createTempFile("flink-delta-", ".upload");
        boolean complete = false;
        try {
            try (OutputStream out = Files.newOutputStream(gathered)) {
                content.writeTo(new LentStream(out));
            }
            InputStream whole = Files.newInputStream(gathered, StandardOpenOption.DELETE_ON_CLOSE);
            complete = true;
            return whole;
        } finally {
            if (!complete) {
                Files.deleteIfExists(gathered);
            }
        }
    }

    private void send(InputStream whole, Path file, boolean overwrite) throws IOException {
        try (whole) {
            FSDataOutputStream out = files.create(file, overwrite);
            whole.transferTo(out);
            out.close(); // Only after all was written.
        }
    }
}
