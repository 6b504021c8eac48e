/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;

/** By S3A, with {@code If-None-Match: *}. */
record S3Upload(FileSystem files) implements ConditionalUpload {
    private static final String CONDITIONAL = CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE;
    /** Leaves out what S3A asks before a file is created: whether the name is that of a folder. */
    private static final String WITHOUT_PROBES = "fs.s3a.create.performance";

    /** Whether files on this path can be created by a conditional upload. */
    static boolean isSupported(Path path, Configuration hadoop) throws IOException {
        return path.getFileSystem(hadoop).hasPathCapability(path, CONDITIONAL);
    }

    @Override
    public Optional<IOException> create(Path file, LogContent content) throws IOException {
        return write(content, upload(file).must(CONDITIONAL, true).build());
    }

    @Override
    public Optional<IOException> replace(Path file, LogContent content) throws IOException {
        return write(content, upload(file).build());
    }

    private FSDataOutputStreamBuilder<?, ?> upload(Path file) {
        FSDataOutputStreamBuilder<?, ?> upload = files.createFile(file);
        upload.overwrite(true);
        upload.recursive();
        upload.opt(WITHOUT_PROBES, true);
        return upload;
    }

    /**
     * Writes all of the content. When it cannot be had or sent, the upload is given up, since closing
     * the stream would make a part of it visible.
     */
    private static Optional<IOException> write(LogContent content, FSDataOutputStream out) throws IOException {
        boolean complete = false;
        try {
            content.writeTo(new LentStream(out));
            complete = true;
        } finally {
            if (!complete) {
                out.abort();
            }
        }
        try {
            out.close();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e);
        }
    }
}
