/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.checkpoint.CheckpointLayout;
import io.flinkdelta.log.checkpoint.CheckpointPart;
import io.flinkdelta.log.checkpoint.CheckpointWriter;
import io.flinkdelta.log.checkpoint.CheckpointWriter.Written;
import io.flinkdelta.log.file.LogFile.V2Checkpoint;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;

/** Writes the manifest of a V2 checkpoint in one of its two encodings. */
record ManifestWriter(CheckpointLayout layout, V2Checkpoint.Encoding encoding) {

    /** All of {@code actions}; does not close {@code out}. */
    Written write(OutputStream out, Iterator<Action> actions) throws IOException {
        return switch (encoding) {
            case PARQUET -> new CheckpointWriter(layout, CheckpointPart.MANIFEST).write(out, actions);
            case JSON -> writeJson(out, actions);
        };
    }

    /** JSON has no typed statistics: they are always there as text. */
    private static Written writeJson(OutputStream out, Iterator<Action> actions) throws IOException {
        long count = 0;
        long addFiles = 0;
        long bytes = 0;
        while (actions.hasNext()) {
            Action action = actions.next();
            byte[] line = (ActionJson.write(action) + "\n").getBytes(StandardCharsets.UTF_8);
            out.write(line);
            count++;
            addFiles += action instanceof AddFile ? 1 : 0;
            bytes += line.length;
        }
        return new Written(count, addFiles, bytes);
    }
}
