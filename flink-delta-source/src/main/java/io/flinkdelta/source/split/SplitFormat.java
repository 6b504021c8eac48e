/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.split;

import io.flinkdelta.common.table.StateFormat;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.PartitionValues;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The parts of which the source's state is made, as bytes. */
final class SplitFormat {
    private static final int NULL = -1;

    private SplitFormat() {}

    static void writeFiles(DataOutputStream out, List<SplitFile> files) throws IOException {
        out.writeInt(files.size());
        for (SplitFile file : files) {
            StateFormat.writeText(out, file.path());
            writeMap(out, file.partitionValues().asMap());
            out.writeLong(file.size());
            writeVector(out, file.deletionVector());
            out.writeLong(file.start());
            out.writeLong(file.end());
            writeLong(out, file.baseRowId());
            writeLong(out, file.rowCommitVersion());
            writeLong(out, file.earliestMillis());
        }
    }

    static List<SplitFile> readFiles(DataInputStream in) throws IOException {
        int count = in.readInt();
        List<SplitFile> files = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            files.add(new SplitFile(
                    StateFormat.readText(in),
                    PartitionValues.of(readMap(in)),
                    in.readLong(),
                    readVector(in),
                    in.readLong(),
                    in.readLong(),
                    readLong(in),
                    readLong(in),
                    readLong(in)));
        }
        return files;
    }

    private static void writeMap(DataOutputStream out, Map<String, String> map) throws IOException {
        out.writeInt(map.size());
        for (Map.Entry<String, String> entry : map.entrySet()) {
            StateFormat.writeText(out, entry.getKey());
            StateFormat.writeText(out, entry.getValue());
        }
    }

    private static Map<String, String> readMap(DataInputStream in) throws IOException {
        int count = in.readInt();
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            map.put(StateFormat.readText(in), StateFormat.readText(in));
        }
        return map;
    }

    private static void writeVector(DataOutputStream out, Optional<DeletionVectorDescriptor> vector)
            throws IOException {
        out.writeBoolean(vector.isPresent());
        if (vector.isPresent()) {
            StateFormat.writeText(out, vector.get().storageType());
            StateFormat.writeText(out, vector.get().pathOrInlineDv());
            out.writeInt(vector.get().offset().orElse(NULL));
            out.writeInt(vector.get().sizeInBytes());
            out.writeLong(vector.get().cardinality());
        }
    }

    private static Optional<DeletionVectorDescriptor> readVector(DataInputStream in) throws IOException {
        if (!in.readBoolean()) {
            return Optional.empty();
        }
        String storageType = StateFormat.readText(in);
        String place = StateFormat.readText(in);
        int offset = in.readInt();
        return Optional.of(new DeletionVectorDescriptor(
                storageType,
                place,
                offset == NULL ? OptionalInt.empty() : OptionalInt.of(offset),
                in.readInt(),
                in.readLong()));
    }

    private static void writeLong(DataOutputStream out, OptionalLong value) throws IOException {
        out.writeBoolean(value.isPresent());
        if (value.isPresent()) {
            out.writeLong(value.getAsLong());
        }
    }

    private static OptionalLong readLong(DataInputStream in) throws IOException {
        return in.readBoolean() ? OptionalLong.of(in.readLong()) : OptionalLong.empty();
    }
}
