/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.InMemoryLogStore;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * A commit is refused for what is in the log, or is no more: the commit that it is said to contradict is there, and
 * commits that are said to have been cleaned up are not. One that contradicts another is not in, and never will be.
 */
final class RefusalsAreFounded {
    private final History history;
    private final CommitsOnce commits;
    private final InMemoryLogStore log;

    RefusalsAreFounded(History history, CommitsOnce commits, InMemoryLogStore log) {
        this.history = history;
        this.commits = commits;
        this.log = log;
    }

    void refused(String txnId, CommitConflictException e) {
        Map<String, String> told = e.context().pairs();
        if (told.containsKey("winningVersion")) {
            Landed winner = history.at(Long.parseLong(told.get("winningVersion")));
            if (!winner.txnId().orElseThrow().equals(told.get("winningTxnId"))) {
                throw new AssertionError(txnId + " is refused for a commit that there is not: " + e.getMessage());
            }
            commits.failed(txnId);
        } else if (isAllThereAfter(Long.parseLong(told.get("readVersion")))) {
            throw new AssertionError(txnId + " is refused for nothing: " + e.getMessage());
        }
    }

    private boolean isAllThereAfter(long version) {
        return LongStream.rangeClosed(version + 1, history.newestVersion())
                .allMatch(next -> log.read(LogFile.commit(next).fileName()).isPresent());
    }
}
