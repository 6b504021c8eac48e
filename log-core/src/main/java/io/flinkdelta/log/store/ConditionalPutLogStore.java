/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log folder of a table in an object store that can be told to create only what is not there. A new
 * file is one conditional upload: the store itself lets one of all writers of all clusters win, and
 * nobody sees a part of the content. There is no temporary file and no lock table.
 *
 * <p>The client repeats a request whose answer was lost, and may then meet its own earlier success:
 * {@link PutOutcome#EXISTS} can be ours. Who must know compares the content, as the commit does by its
 * {@code txnId}.
 */
public final class ConditionalPutLogStore extends HadoopLogStore {
    private static final Logger LOG = LoggerFactory.getLogger(ConditionalPutLogStore.class);
    /** Google's connector replaces the file that it saw only; each attempt is lost to another writer. */
    private static final int REPLACE_ATTEMPTS = 20;

    private final ConditionalUpload upload;
    private final Optional<S3Listing> listing;
    private final Optional<S3Content> content;

    private ConditionalPutLogStore(
            HadoopLogFolder folder,
            ConditionalUpload upload,
            Optional<S3Listing> listing,
            Optional<S3Content> content) {
        super(folder);
        this.upload = upload;
        this.listing = listing;
        this.content = content;
    }

    /**
     * A store on one folder on S3, through S3A.
     *
     * @param folder the {@code _delta_log} folder with its scheme, which need not be there yet
     * @throws IOException when Hadoop has no file system for it, or cannot start it
     */
    static ConditionalPutLogStore onS3(Path folder, Configuration hadoop) throws IOException {
        HadoopLogFolder place = HadoopLogFolder.of(folder, hadoop);
        Optional<AwsClient> client = AwsClient.of(place.files());
        return new ConditionalPutLogStore(
                place, new S3Upload(place.files()), client.flatMap(S3Listing::of), client.flatMap(S3Content::of));
    }

    /** As {@link #onS3}, on Google's storage through Google's connector for Hadoop. */
    static ConditionalPutLogStore onGoogle(Path folder, Configuration hadoop) throws IOException {
        HadoopLogFolder place = HadoopLogFolder.of(folder, hadoop);
        return new ConditionalPutLogStore(place, new GoogleUpload(place.files()), Optional.empty(), Optional.empty());
    }

    @Override
    public PutOutcome putIfAbsent(String name, LogContent content) throws IOException {
        Path file = folder.file(FileNames.requireFileName(name));
        Optional<IOException> failure = upload.create(file, content);
        if (failure.isPresent()) {
            return outcome(file, failure.get());
        }
        // An interrupted client may end the upload without an error and without having waited for it.
        return Thread.currentThread().isInterrupted() ? PutOutcome.UNKNOWN : PutOutcome.CREATED;
    }

    @Override
    public Stream<LogEntry> listFrom(String firstName) throws IOException {
        if (listing.isPresent() && !firstName.isEmpty()) {
            try {
                return listing.get().listFrom(folder.folder(), firstName);
            } catch (IOException e) {
                LOG.warn("The log {} is listed from the beginning", location(), e);
            }
        }
        return super.listFrom(firstName);
    }

    @Override
    public Optional<byte[]> read(String name) throws IOException {
        if (content.isPresent()) {
            try {
                return content.get().read(folder.file(name));
            } catch (IOException e) {
                LOG.debug("{} in {} is read by S3A", name, location(), e);
            }
        }
        return super.read(name);
    }

    @Override
    public void overwrite(String name, LogContent content) throws IOException {
        Path file = folder.file(FileNames.requireFileName(name));
        Optional<IOException> failure = upload.replace(file, content);
        for (int attempt = 1; failure.isPresent(); attempt++) {
            if (attempt >= REPLACE_ATTEMPTS || !ObjectStoreFailure.isConditionNotMet(failure.get())) {
                throw failure.get();
            }
            failure = upload.replace(file, content);
        }
    }

    /** None: an upload that was not ended is no file. */
    @Override
    public int deleteTemporary(long before) {
        return 0;
    }

    @Override
    public LogStore folder(String name) {
        return new ConditionalPutLogStore(folder.folder(FileNames.requireFileName(name)), upload, listing, content);
    }

    /** What an upload came to that reported an error. */
    private PutOutcome outcome(Path file, IOException failure) throws IOException {
        if (ObjectStoreFailure.isConditionNotMet(failure)) {
            if (!ObjectStoreFailure.isConflict(failure) || folder.files().exists(file)) {
                return PutOutcome.EXISTS;
            }
            // Another upload of the same name was under way and has not become visible: nothing was written.
            throw new PathIOException(file.toString(), "another upload of the file is under way", failure);
        }
        if (ObjectStoreFailure.isRefused(failure)) {
            throw failure;
        }
        LOG.warn("The answer to the upload of {} was lost", file, failure);
        return PutOutcome.UNKNOWN;
    }
}
