/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log folder of a table on S3, through S3A. A new file is one conditional upload ({@code
 * If-None-Match: *}): the store itself lets one of all writers of all clusters win, and nobody sees a
 * part of the content. There is no temporary file and no lock table.
 *
 * <p>The client repeats a request whose answer was lost, and may then meet its own earlier success:
 * {@link PutOutcome#EXISTS} can be ours. Who must know compares the content, as the commit does by its
 * {@code txnId}.
 */
public final class ConditionalPutLogStore extends HadoopLogStore {
    private static final Logger LOG = LoggerFactory.getLogger(ConditionalPutLogStore.class);
    private static final String CONDITIONAL = CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE;
    /** Leaves out what S3A asks before a file is created: whether the name is that of a folder. */
    private static final String WITHOUT_PROBES = "fs.s3a.create.performance";

    /**
     * A store on one folder.
     *
     * @param folder the {@code _delta_log} folder with its scheme, which need not be there yet
     * @throws IOException when Hadoop has no file system for it, or cannot start it
     */
    public ConditionalPutLogStore(Path folder, Configuration hadoop) throws IOException {
        super(HadoopLogFolder.of(folder, hadoop));
    }

    private ConditionalPutLogStore(HadoopLogFolder folder) {
        super(folder);
    }

    /** Whether files on this path can be created by a conditional upload. */
    static boolean isSupported(Path path, Configuration hadoop) throws IOException {
        return path.getFileSystem(hadoop).hasPathCapability(path, CONDITIONAL);
    }

    @Override
    public PutOutcome putIfAbsent(String name, LogContent content) throws IOException {
        Path file = folder.file(FileNames.requireFileName(name));
        FSDataOutputStream out = upload(file).must(CONDITIONAL, true).build();
        try {
            write(content, out);
            // An interrupted client may end the upload without an error and without having waited for it.
            return Thread.currentThread().isInterrupted() ? PutOutcome.UNKNOWN : PutOutcome.CREATED;
        } catch (UploadFailure e) {
            return outcome(file, e.reason);
        }
    }

    @Override
    public void overwrite(String name, LogContent content) throws IOException {
        FSDataOutputStream out =
                upload(folder.file(FileNames.requireFileName(name))).build();
        try {
            write(content, out);
        } catch (UploadFailure e) {
            throw e.reason;
        }
    }

    /** None: an upload that was not ended is no file. */
    @Override
    public int deleteTemporary(long before) {
        return 0;
    }

    @Override
    public LogStore folder(String name) {
        return new ConditionalPutLogStore(folder.folder(FileNames.requireFileName(name)));
    }

    private FSDataOutputStreamBuilder<?, ?> upload(Path file) {
        FSDataOutputStreamBuilder<?, ?> upload = folder.files().createFile(file);
        upload.overwrite(true);
        upload.recursive();
        upload.opt(WITHOUT_PROBES, true);
        return upload;
    }

    /**
     * Writes all of the content. When it cannot be had or sent, the upload is given up, since closing
     * the stream would make a part of it visible.
     */
    private static void write(LogContent content, FSDataOutputStream out) throws IOException, UploadFailure {
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
        } catch (IOException e) {
            throw new UploadFailure(e);
        }
    }

    /** What an upload came to whose end reported an error. */
    private PutOutcome outcome(Path file, IOException failure) throws IOException {
        if (S3Failure.isConditionNotMet(failure) || failure instanceof FileAlreadyExistsException) {
            if (folder.files().exists(file)) {
                return PutOutcome.EXISTS;
            }
            // Another upload of the same name was under way and has not become visible: nothing was written.
            throw new PathIOException(file.toString(), "another upload of the file is under way", failure);
        }
        if (S3Failure.isRefused(failure)) {
            throw failure;
        }
        LOG.warn("The answer to the upload of {} was lost", file, failure);
        return PutOutcome.UNKNOWN;
    }

    /** The upload was sent, and its end reported an error. */
    private static final class UploadFailure extends Exception {
        private static final long serialVersionUID = 1L;
        private final IOException reason;

        UploadFailure(IOException reason) {
            super(reason);
            this.reason = reason;
        }
    }
}
