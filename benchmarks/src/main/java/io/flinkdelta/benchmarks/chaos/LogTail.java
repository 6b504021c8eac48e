/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.replay.CommitFile;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.txn.Operation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Reads every commit as soon as it is there, in a thread of its own, and folds the files by itself: what a snapshot
 * says later, whatever it was read from, must be this. Any thread may ask.
 */
final class LogTail implements AutoCloseable {
    private static final long PAUSE_MILLIS = 5;

    private final TableStorage storage;
    private final Thread thread;
    private final Set<LiveFile> live = new HashSet<>();
    private final List<Integer> liveCounts = new ArrayList<>();
    private final List<String> troubles = new ArrayList<>();
    private String jobApplicationId;
    private long jobRows;
    private long jobCommits;

    private LogTail(TableStorage storage) {
        this.storage = storage;
        this.thread = new Thread(this::run, "chaos-tail");
        thread.setDaemon(true);
    }

    /** A file with what is hidden of it. */
    record LiveFile(String path, Optional<String> deletionVector) {
        static LiveFile of(AddFile file) {
            return new LiveFile(file.path(), file.deletionVector().map(DeletionVectorDescriptor::uniqueId));
        }

        private static LiveFile of(RemoveFile file) {
            return new LiveFile(file.path(), file.deletionVector().map(DeletionVectorDescriptor::uniqueId));
        }
    }

    static LogTail start(DeltaLog log) {
        LogTail tail = new LogTail(log.storage());
        tail.thread.start();
        return tail;
    }

    private void run() {
        try {
            while (true) {
                if (!next()) {
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | DeltaException e) {
            trouble("The log could not be followed: " + e.getMessage());
        }
    }

    /** Takes in the next version, if it is there; versions are looked for one by one, so that there is no gap. */
    synchronized boolean next() throws IOException {
        Optional<CommitFile> commit = CommitFile.readIfExists(storage.log(), liveCounts.size(), storage.context());
        commit.ifPresent(file -> {
            file.commitInfo().ifPresent(this::note);
            file.forEach(this::fold);
            liveCounts.add(live.size());
        });
        return commit.isPresent();
    }

    private void note(CommitInfo info) {
        if (info.operation()
                .filter(Operation.STREAMING_UPDATE.historyName()::equals)
                .isPresent()) {
            JsonNode json = info.toJson();
            jobApplicationId = json.path("operationParameters").path("queryId").asText();
            jobRows += json.path("operationMetrics").path("numOutputRows").asLong();
            jobCommits++;
        }
    }

    private void fold(Action action) {
        if (action instanceof RemoveFile remove && !live.remove(LiveFile.of(remove))) {
            trouble("Version " + liveCounts.size() + " removes what is not there: " + remove.path());
        } else if (action instanceof AddFile add && !live.add(LiveFile.of(add))) {
            trouble("Version " + liveCounts.size() + " adds what is there: " + add.path());
        }
    }

    private synchronized void trouble(String text) {
        troubles.add(text);
    }

    /** The newest version, or -1. */
    synchronized long version() {
        return liveCounts.size() - 1L;
    }

    synchronized Set<LiveFile> live() {
        return Set.copyOf(live);
    }

    /** How many files were live in a version. */
    synchronized int liveCount(long version) {
        return liveCounts.get(Math.toIntExact(version));
    }

    /** The application id of the job's last commit. */
    synchronized Optional<String> jobApplicationId() {
        return Optional.ofNullable(jobApplicationId);
    }

    /** Rows that the job's commits say they brought. */
    synchronized long jobRows() {
        return jobRows;
    }

    synchronized long jobCommits() {
        return jobCommits;
    }

    synchronized List<String> troubles() {
        return List.copyOf(troubles);
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
