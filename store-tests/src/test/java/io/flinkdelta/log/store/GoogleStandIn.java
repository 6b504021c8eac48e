/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;

/**
 * Local files under {@code gs:}, created as Google's connector creates objects: what is written is visible
 * when the stream is closed, and, as far as it got, when the writing thread is interrupted; a file is created or
 * replaced if at the end there is what was there at the beginning.
 */
public final class GoogleStandIn extends RawLocalFileSystem {
    private static final URI ROOT = URI.create("gs://bucket");

    private static final Object OBJECTS = new Object();
    /** Uploads replace what is there, as a store could that ignores conditions. */
    static final String LIES = "stand-in.lies";
    /** The upload is carried out, and its answer is lost. */
    static final String LOSES_ANSWERS = "stand-in.loses-answers";

    /** The place of a table that lies in a local folder. */
    public static String table(java.nio.file.Path folder) {
        return ROOT.toString() + folder;
    }

    /** What a user sets so that {@code gs:} is this. */
    public static Configuration hadoop() {
        Configuration hadoop = new Configuration();
        hadoop.setClass("fs.gs.impl", GoogleStandIn.class, org.apache.hadoop.fs.FileSystem.class);
        hadoop.set("fs.gs.impl.disable.cache", "true");
        return hadoop;
    }

    @Override
    public String getScheme() {
        return "gs";
    }

    @Override
    public URI getUri() {
        return ROOT;
    }

    @Override
    public FSDataOutputStream create(
            Path file, boolean overwrite, int bufferSize, short replication, long blockSize, Progressable progress)
            throws IOException {
        java.nio.file.Path target = pathToFile(file).toPath();
        if (!overwrite && exists(file) && !getConf().getBoolean(LIES, false)) {
            throw new FileAlreadyExistsException(file + " already exists");
        }
        return new FSDataOutputStream(new Upload(target, overwrite ? generation(target) : null), null);
    }

    /** What tells an object from the one that replaces it; null when there is none. */
    private static Object generation(java.nio.file.Path object) throws IOException {
        try {
            return Files.readAttributes(object, BasicFileAttributes.class).fileKey();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private final class Upload extends OutputStream {
        private final java.nio.file.Path target;
        private final Object generation;
        private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
        private boolean ended;

        Upload(java.nio.file.Path target, Object generation) {
            this.target = target;
            this.generation = generation;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int start, int length) throws IOException {
            if (Thread.currentThread().isInterrupted()) {
                close();
                throw new ClosedByInterruptException();
            }
            sent.write(bytes, start, length);
        }

        @Override
        public void close() throws IOException {
            if (ended) {
                return;
            }
            ended = true;
            java.nio.file.Path object = Files.createTempFile("object", "");
            Files.write(object, sent.toByteArray());
            Files.createDirectories(target.getParent());
            synchronized (OBJECTS) {
                if (!Objects.equals(generation, generation(target))
                        && !getConf().getBoolean(LIES, false)) {
                    Files.delete(object);
                    throw new IOException(
                            "Upload failed for '" + target + "'", new IOException("412 Precondition Failed"));
                }
                Files.move(object, target, StandardCopyOption.ATOMIC_MOVE);
            }
            if (getConf().getBoolean(LOSES_ANSWERS, false)) {
                throw new IOException("scripted: the answer is lost");
            }
        }
    }
}
