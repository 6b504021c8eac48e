/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** {@link DeltaWriterResult} as bytes. Version 1: the rows, the files. */
final class DeltaWriterResultSerializer implements SimpleVersionedSerializer<DeltaWriterResult> {
    private static final int VERSION = 1;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(DeltaWriterResult result) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(result.rows());
            AddFilesFormat.writeFiles(out, result.files());
        }
        return bytes.toByteArray();
    }

    @Override
    public DeltaWriterResult deserialize(int version, byte[] serialized) throws IOException {
        AddFilesFormat.requireVersion("writer result", version, VERSION);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized))) {
            long rows = in.readLong();
            return new DeltaWriterResult(AddFilesFormat.readFiles(in), rows);
        }
    }
}
