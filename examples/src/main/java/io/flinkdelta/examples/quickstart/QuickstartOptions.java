/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.quickstart;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What a quickstart does.
 *
 * @param folder for everything that it writes; a folder of an earlier quickstart is replaced
 * @param passes how often the records are sent
 * @param pause between two passes, so that the stream lasts over several checkpoints
 * @param checkpointInterval of the job
 */
public record QuickstartOptions(Path folder, int passes, Duration pause, Duration checkpointInterval) {
    private static final int LEAST_PASSES = 2;

    public QuickstartOptions {
        folder = folder.toAbsolutePath().normalize();
        if (passes < LEAST_PASSES) {
            throw new InvalidRequestException(
                    "The quickstart needs at least " + LEAST_PASSES + " passes, to fail between them.",
                    ErrorContext.none().with("passes", passes),
                    "");
        }
    }
}
