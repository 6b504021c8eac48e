/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.checkpoint.CheckpointWriter.Written;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A checkpoint that was written, as the hint {@code _last_checkpoint} tells of it.
 *
 * @param total of all its files
 * @param parts how many, of a multi-part one
 * @param v2 more about a UUID-named one
 */
record WrittenCheckpoint(Written total, OptionalInt parts, Optional<V2Hint> v2) {

    static WrittenCheckpoint classic(Written total) {
        return new WrittenCheckpoint(total, OptionalInt.empty(), Optional.empty());
    }
}
