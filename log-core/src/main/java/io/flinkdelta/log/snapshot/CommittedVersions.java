/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.snapshot;

import io.flinkdelta.log.replay.ActionReconciliation;
import io.flinkdelta.log.replay.CommitFile;
import io.flinkdelta.log.replay.TableState;
import java.util.Iterator;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Goes from commit to commit, each state on top of the one before. One thread. */
final class CommittedVersions implements Iterator<CommittedVersion> {
    private final Map<Long, Long> times;
    private final Iterator<CommitFile> commits;
    private final UnaryOperator<LogSnapshot> check;
    private LogSnapshot last;

    /**
     * The versions after {@code known}.
     *
     * @param times when the commits were made, epoch milliseconds, by version
     * @param check refuses what may not be read
     */
    CommittedVersions(
            LogSnapshot known, Map<Long, Long> times, Iterator<CommitFile> commits, UnaryOperator<LogSnapshot> check) {
        this.last = known;
        this.times = times;
        this.commits = commits;
        this.check = check;
    }

    @Override
    public boolean hasNext() {
        return commits.hasNext();
    }

    @Override
    public CommittedVersion next() {
        CommitFile commit = commits.next();
        TableState state =
                ActionReconciliation.from(last.state()).replay(commit).apply();
        last = check.apply(last.next(state, times.get(commit.version())));
        return new CommittedVersion(last, commit);
    }
}
