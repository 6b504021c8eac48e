/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.common.table.StateFormat;
import io.flinkdelta.log.action.AddFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * {@link DeltaCommittable} as bytes, part of every checkpoint: a version once released stays
 * readable. Version 1: application id, checkpoint id, id, rows, files. Version 2: and the rules that
 * the rows fulfil.
 */
final class DeltaCommittableSerializer implements SimpleVersionedSerializer<DeltaCommittable> {
    private static final int VERSION = 2;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(DeltaCommittable committable) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            StateFormat.writeText(out, committable.applicationId());
            out.writeLong(committable.checkpointId());
            StateFormat.writeText(out, committable.id());
            out.writeLong(committable.rows());
            AddFilesFormat.writeFiles(out, committable.files());
            AddFilesFormat.writeStrings(out, committable.fulfilledRules());
        }
        return bytes.toByteArray();
    }

    @Override
    public DeltaCommittable deserialize(int version, byte[] serialized) throws IOException {
        StateFormat.requireVersion("sink", "a committable", version, VERSION);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized))) {
            String applicationId = StateFormat.readText(in);
            long checkpointId = in.readLong();
            String id = StateFormat.readText(in);
            long rows = in.readLong();
            List<AddFile> files = AddFilesFormat.readFiles(in);
            Set<String> rules = version == 1 ? Set.of() : AddFilesFormat.readStrings(in);
            return new DeltaCommittable(applicationId, checkpointId, id, files, rows, rules);
        }
    }
}
