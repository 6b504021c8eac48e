/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Who the sink is to the table: the application id of its {@code txn} actions. With checkpoints it
 * is random and lasts as long as the state does, over restarts and resubmissions. Without any there
 * is no state to keep it in, and it follows from the run: the attempts of one execution share it, no
 * two executions do.
 */
record SinkIdentity(String applicationId, Run run) {

    /**
     * One execution of one sink.
     *
     * @param operatorId tells two uses of one sink object in one job apart
     */
    record Run(String buildId, String jobId, String operatorId) {
        private String uuid(String purpose) {
            String name = String.join("/", purpose, buildId, jobId, operatorId);
            return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
        }
    }

    static SinkIdentity random(Run run) {
        return new SinkIdentity(UUID.randomUUID().toString(), run);
    }

    static SinkIdentity ofRun(Run run) {
        return new SinkIdentity(run.uuid("application"), run);
    }

    /**
     * The id of the committable made at the end of the input of a run without checkpoints. The same
     * in each attempt: one that ran again after its predecessor was committed made the same rows
     * anew, and is committed already.
     */
    String finalCommittableId() {
        return run.uuid("end of input");
    }
}
