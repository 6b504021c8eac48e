/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.log.action.AddFile;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What one commit adds to the table. It promises:
 *
 * <ol>
 *   <li>It holds every file that the writers handed over between two checkpoints of the aggregator,
 *       and no file of any other committable.
 *   <li>No other committable has its {@code id}; one that is restored or delivered again keeps it.
 *   <li>Of one application, a committable made later has a greater checkpoint id.
 * </ol>
 *
 * @param applicationId the {@code appId} of the commit's {@code txn}
 * @param checkpointId the {@code version} of the commit's {@code txn}
 * @param id tells a committable from another one with the same application and checkpoint, which
 *     only a job that was started twice from one savepoint can make
 * @param rows how many rows the files hold together
 * @param fulfilledRules the rules of the table that every row fulfils, see {@link
 *     io.flinkdelta.common.check.RowRules#fulfilled}
 */
public record DeltaCommittable(
        String applicationId,
        long checkpointId,
        String id,
        List<AddFile> files,
        long rows,
        Set<String> fulfilledRules) {
    public DeltaCommittable {
        Objects.requireNonNull(applicationId, "applicationId");
        Objects.requireNonNull(id, "id");
        files = List.copyOf(files);
        fulfilledRules = Set.copyOf(fulfilledRules);
    }

    /** Of a table without rules. */
    DeltaCommittable(String applicationId, long checkpointId, String id, List<AddFile> files, long rows) {
        this(applicationId, checkpointId, id, files, rows, Set.of());
    }

    /** The size of the files together. */
    long bytes() {
        return files.stream().mapToLong(AddFile::size).sum();
    }

    /** Short, because Flink logs it and puts it into error messages. */
    @Override
    public String toString() {
        return "DeltaCommittable{applicationId=" + applicationId + ", checkpointId=" + checkpointId + ", id=" + id
                + ", files=" + files.size() + ", rows=" + rows + '}';
    }
}
