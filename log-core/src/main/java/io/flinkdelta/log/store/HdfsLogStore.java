/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.ipc.RemoteException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log folder of a table on HDFS, or on another file system of Hadoop's whose rename is atomic
 * and never replaces.
 *
 * <p>A new file is written under a hidden temporary name and renamed. When the answer to the rename
 * is lost, the temporary file tells: if it can still be deleted, the rename has not happened and
 * cannot happen any more; otherwise the outcome is unknown.
 */
public final class HdfsLogStore extends HadoopLogStore {
    private static final Logger LOG = LoggerFactory.getLogger(HdfsLogStore.class);

    /** Each is lost to another writer of the same hint. */
    private static final int OVERWRITE_ATTEMPTS = 20;

    private final RenameCall rename;
    private volatile FileContext context;

    /**
     * A store on one folder.
     *
     * @param folder the {@code _delta_log} folder with its scheme, which need not be there yet
     * @throws IOException when Hadoop has no file system for it, or cannot start it
     */
    public HdfsLogStore(Path folder, Configuration hadoop) throws IOException {
        this(folder, hadoop, FileContext::rename);
    }

    /**
     * A store on Azure's storage. Hadoop's file systems for it have the service refuse a name that is
     * taken ({@code If-None-Match: *}); {@code FileContext}, which does not know that, would send six
     * requests more. A hint is deleted before another takes its name: for a moment there is none.
     */
    static HdfsLogStore onAzure(Path folder, Configuration hadoop) throws IOException {
        FileSystem files = folder.getFileSystem(hadoop);
        return new HdfsLogStore(folder, hadoop, (context, from, to, how) -> {
            boolean overwrite = List.of(how).contains(Options.Rename.OVERWRITE);
            for (int attempt = 1; !files.rename(from, to); attempt++) {
                if (!overwrite && files.exists(to)) {
                    throw new FileAlreadyExistsException(to.toString());
                } else if (!overwrite || attempt >= OVERWRITE_ATTEMPTS) {
                    throw new PathIOException(from.toString(), "was not renamed to " + to.getName());
                }
                files.delete(to, false);
            }
        });
    }

    HdfsLogStore(Path folder, Configuration hadoop, RenameCall rename) throws IOException {
        super(HadoopLogFolder.of(folder, hadoop));
        this.rename = rename;
    }

    private HdfsLogStore(HadoopLogFolder folder, RenameCall rename) {
        super(folder);
        this.rename = rename;
    }

    @Override
    public PutOutcome putIfAbsent(String name, LogContent content) throws IOException {
        FileContext files = context();
        Path temporary = write(files, name, content);
        try {
            rename.rename(files, temporary, folder.file(name), Options.Rename.NONE);
            return PutOutcome.CREATED;
        } catch (IOException e) {
            return outcome(files, temporary, e);
        }
    }

    @Override
    public void overwrite(String name, LogContent content) throws IOException {
        FileContext files = context();
        Path temporary = write(files, name, content);
        try {
            rename.rename(files, temporary, folder.file(name), Options.Rename.OVERWRITE);
        } catch (IOException e) {
            discard(files, temporary);
            throw e;
        }
    }

    @Override
    public int deleteTemporary(long before) throws IOException {
        int deleted = 0;
        for (String name : folder.temporary(before)) {
            if (folder.delete(name)) {
                deleted++;
            }
        }
        return deleted;
    }

    @Override
    public LogStore folder(String name) {
        return new HdfsLogStore(folder.folder(FileNames.requireFileName(name)), rename);
    }

    /** The content under a temporary name; nothing is left behind when it fails, if that is possible. */
    private Path write(FileContext files, String name, LogContent content) throws IOException {
        Path temporary = folder.file(FileNames.temporary(FileNames.requireFileName(name)));
        boolean complete = false;
        try (FSDataOutputStream out =
                files.create(temporary, EnumSet.of(CreateFlag.CREATE), Options.CreateOpts.createParent())) {
            content.writeTo(new LentStream(out));
            complete = true;
        } finally {
            if (!complete) {
                discard(files, temporary);
            }
        }
        return temporary;
    }

    /** What a rename that did not succeed came to. */
    private PutOutcome outcome(FileContext files, Path temporary, IOException failure) throws IOException {
        boolean untouched;
        try {
            untouched = files.delete(temporary, false);
        } catch (FileNotFoundException e) {
            untouched = false;
        } catch (IOException e) {
            failure.addSuppressed(e);
            LOG.warn("The answer to the rename of {} was lost", temporary, failure);
            return PutOutcome.UNKNOWN;
        }
        if (!untouched) {
            LOG.warn("The answer to the rename of {} was lost; the file is not there any more", temporary, failure);
            return PutOutcome.UNKNOWN;
        }
        if (isBecauseOfTheTarget(failure)) {
            return PutOutcome.EXISTS;
        }
        throw failure;
    }

    private static boolean isBecauseOfTheTarget(IOException failure) {
        IOException reason = failure instanceof RemoteException remote
                ? remote.unwrapRemoteException(FileAlreadyExistsException.class)
                : failure;
        return reason instanceof FileAlreadyExistsException;
    }

    /** A temporary file that stays is an eyesore; it must not change what the caller is told. */
    private static void discard(FileContext files, Path temporary) {
        try {
            files.delete(temporary, false);
        } catch (FileNotFoundException e) {
            LOG.debug("The temporary file {} was not made", temporary, e);
        } catch (IOException e) {
            LOG.warn("Cannot delete the temporary file {}, which may be deleted by hand", temporary, e);
        }
    }

    private FileContext context() throws IOException {
        FileContext files = context;
        if (files == null) {
            files = FileContext.getFileContext(folder.folder().toUri(), folder.hadoop());
            context = files;
        }
        return files;
    }

    /** {@link FileContext#rename}, whose answer a test may lose. */
    @FunctionalInterface
    interface RenameCall {
        void rename(FileContext files, Path from, Path to, Options.Rename... how) throws IOException;
    }
}
