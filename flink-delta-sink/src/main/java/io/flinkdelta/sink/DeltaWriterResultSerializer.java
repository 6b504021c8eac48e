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

/** {@link DeltaWriterResult} as bytes. Version 1: the rows, the files. Version 2: and the rules that are fulfilled. */
final class DeltaWriterResultSerializer implements SimpleVersionedSerializer<DeltaWriterResult> {
    private static final int VERSION = 2;

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
            AddFilesFormat.writeStrings(out, result.fulfilledRules());
        }
        return bytes.toByteArray();
    }

    @Override
    public DeltaWriterResult deserialize(int version, byte[] serialized) throws IOException {
        StateFormat.requireVersion("sink", "a writer result", version, VERSION);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized))) {
            long rows = in.readLong();
            List<AddFile> files = AddFilesFormat.readFiles(in);
            return new DeltaWriterResult(files, rows, version == 1 ? Set.of() : AddFilesFormat.readStrings(in));
        }
    }
}
