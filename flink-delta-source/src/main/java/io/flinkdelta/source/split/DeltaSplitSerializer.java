/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.split;

import io.flinkdelta.common.table.StateFormat;
import io.flinkdelta.source.split.SplitContent.DerivedChanges;
import io.flinkdelta.source.split.SplitContent.LiveRows;
import io.flinkdelta.source.split.SplitContent.RecordedChanges;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * {@link DeltaSplit} as bytes, part of every checkpoint: a version once released stays readable. Version 1: version,
 * number, timestamp, position, limit of watermarks, kind of content, files.
 */
public final class DeltaSplitSerializer implements SimpleVersionedSerializer<DeltaSplit> {
    private static final int VERSION = 1;
    private static final int LIVE_ROWS = 1;
    private static final int RECORDED_CHANGES = 2;
    private static final int DERIVED_CHANGES = 3;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(DeltaSplit split) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(split.version());
            out.writeLong(split.number());
            out.writeLong(split.timestampMillis());
            out.writeInt(split.position().step());
            out.writeLong(split.position().row());
            out.writeLong(split.watermarkLimitMillis());
            write(out, split.content());
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, SplitContent content) throws IOException {
        if (content instanceof LiveRows rows) {
            out.writeByte(LIVE_ROWS);
            SplitFormat.writeFiles(out, rows.files());
        } else if (content instanceof RecordedChanges changes) {
            out.writeByte(RECORDED_CHANGES);
            SplitFormat.writeFiles(out, changes.files());
        } else if (content instanceof DerivedChanges changes) {
            out.writeByte(DERIVED_CHANGES);
            SplitFormat.writeFiles(out, changes.removed());
            SplitFormat.writeFiles(out, changes.added());
        }
    }

    @Override
    public DeltaSplit deserialize(int version, byte[] serialized) throws IOException {
        StateFormat.requireVersion("source", "a split", version, VERSION);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized))) {
            long tableVersion = in.readLong();
            long number = in.readLong();
            long timestamp = in.readLong();
            SplitPosition position = new SplitPosition(in.readInt(), in.readLong());
            long watermarkLimit = in.readLong();
            return new DeltaSplit(tableVersion, number, timestamp, readContent(in), position, watermarkLimit);
        }
    }

    private static SplitContent readContent(DataInputStream in) throws IOException {
        int kind = in.readByte();
        return switch (kind) {
            case LIVE_ROWS -> new LiveRows(SplitFormat.readFiles(in));
            case RECORDED_CHANGES -> new RecordedChanges(SplitFormat.readFiles(in));
            case DERIVED_CHANGES -> new DerivedChanges(SplitFormat.readFiles(in), SplitFormat.readFiles(in));
            default -> throw new IOException("The state holds a split of the unknown kind " + kind + ".");
        };
    }
}
