/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.OutcomeUnknownException;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.replay.CommitFile;
import io.flinkdelta.log.store.LogStore.PutOutcome;
import io.flinkdelta.log.store.StorageErrors;
import io.flinkdelta.log.store.TableStorage;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts one commit file and finds out what came of it. A failure that is known to have changed nothing
 * is tried again; when the answer was lost, the version is read back until it shows whose commit it is,
 * and nothing else is done until then. Any thread.
 */
final class CommitPut {
    private static final Logger LOG = LoggerFactory.getLogger(CommitPut.class);

    private final TableStorage storage;
    private final CommitSettings settings;
    private final Sleeper sleeper;
    private final RandomGenerator random;

    CommitPut(TableStorage storage, CommitSettings settings, Sleeper sleeper, RandomGenerator random) {
        this.storage = storage;
        this.settings = settings;
        this.sleeper = sleeper;
        this.random = random;
    }

    /** Whose commit the version is now. */
    enum Owner {
        OURS,
        /** As far as the store knows; a put that was repeated out of sight may have been ours. */
        ANOTHER
    }

    /**
     * Puts {@code content} as the version that it is to become.
     *
     * @throws OutcomeUnknownException when it stays unknown whether the commit landed
     * @throws StorageUnavailableException when the storage keeps failing; nothing was changed
     */
    Owner put(CommitContent content) {
        long version = content.version();
        Backoff backoff = new Backoff(settings, random);
        String name = LogFile.commit(version).fileName();
        ErrorContext where = storage.context().with("version", version);
        for (int failures = 1; ; failures++) {
            try {
                return resolve(storage.log().putIfAbsent(name, content), version, content);
            } catch (IOException e) {
                DeltaException error = StorageErrors.of(e, where, name, "commit");
                if (!(error instanceof StorageUnavailableException) || failures >= settings.maxStorageFailures()) {
                    throw error;
                }
                LOG.warn("Commit of version {} of {} failed, trying again", version, storage.tablePath(), e);
                if (!sleep(backoff.next())) {
                    throw error;
                }
            }
        }
    }

    private Owner resolve(PutOutcome outcome, long version, CommitContent content) {
        return switch (outcome) {
            case CREATED -> Owner.OURS;
            case EXISTS -> Owner.ANOTHER;
            case UNKNOWN -> lookFor(version, content.txnId());
        };
    }

    private Owner lookFor(long version, String txnId) {
        LOG.warn("Outcome of commit {} of version {} of {} unknown", txnId, version, storage.tablePath());
        Backoff backoff = new Backoff(settings, random);
        Duration waited = Duration.ZERO;
        Exception failure = null;
        while (true) {
            try {
                Optional<CommitFile> commit = CommitFile.readIfExists(storage.log(), version, storage.context());
                if (commit.isPresent()) {
                    boolean ours = commit.get()
                            .commitInfo()
                            .flatMap(CommitInfo::txnId)
                            .filter(txnId::equals)
                            .isPresent();
                    return ours ? Owner.OURS : Owner.ANOTHER;
                }
            } catch (IOException | CorruptLogException e) {
                // A commit of which not all is there yet may be ours.
                failure = e;
            }
            Duration pause = backoff.next();
            if (waited.compareTo(settings.unknownOutcomeWait()) >= 0 || !sleep(pause)) {
                throw unknown(version, txnId, failure);
            }
            waited = waited.plus(pause);
        }
    }

    private OutcomeUnknownException unknown(long version, String txnId, Exception failure) {
        return new OutcomeUnknownException(
                "The answer to a commit was lost, and the commit has not shown up.",
                storage.context().with("version", version).with("txnId", txnId),
                "It may still land: delete none of its files. Look for the txnId in the table's history, or commit"
                        + " again with the same txn application id and version, which never lands twice.",
                failure);
    }

    /** False when the thread was interrupted; it stays so. */
    private boolean sleep(Duration duration) {
        try {
            sleeper.sleep(duration);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
