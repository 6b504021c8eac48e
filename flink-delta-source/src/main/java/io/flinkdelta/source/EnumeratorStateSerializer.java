/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.common.table.StateFormat;
import io.flinkdelta.log.index.FilePlace;
import io.flinkdelta.source.plan.CommitReading;
import io.flinkdelta.source.plan.PlanOrder;
import io.flinkdelta.source.plan.PlanPosition;
import io.flinkdelta.source.plan.PlanPosition.InChanges;
import io.flinkdelta.source.plan.PlanPosition.InSnapshot;
import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.DeltaSplitSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * {@link EnumeratorState} as bytes, part of every checkpoint: a version once released stays readable. Version 1:
 * position, its order, last version, pending splits.
 */
final class EnumeratorStateSerializer implements SimpleVersionedSerializer<EnumeratorState> {
    private static final int VERSION = 1;
    private static final int NOWHERE = 0;
    private static final int IN_SNAPSHOT = 1;
    private static final int IN_CHANGES = 2;

    private final DeltaSplitSerializer splits = new DeltaSplitSerializer();

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(EnumeratorState state) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            writePosition(out, state.position());
            writeOrder(out, state.order());
            out.writeBoolean(state.last().isPresent());
            out.writeLong(state.last().orElse(0));
            out.writeInt(splits.getVersion());
            out.writeInt(state.pending().size());
            for (DeltaSplit split : state.pending()) {
                byte[] written = splits.serialize(split);
                out.writeInt(written.length);
                out.write(written);
            }
        }
        return bytes.toByteArray();
    }

    @Override
    public EnumeratorState deserialize(int version, byte[] serialized) throws IOException {
        StateFormat.requireVersion("source", "the enumerator", version, VERSION);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized))) {
            Optional<PlanPosition> position = readPosition(in);
            Optional<PlanOrder> order = readOrder(in);
            boolean ends = in.readBoolean();
            long last = in.readLong();
            int splitVersion = in.readInt();
            int count = in.readInt();
            List<DeltaSplit> pending = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                byte[] written = new byte[in.readInt()];
                in.readFully(written);
                pending.add(splits.deserialize(splitVersion, written));
            }
            return new EnumeratorState(position, order, ends ? OptionalLong.of(last) : OptionalLong.empty(), pending);
        }
    }

    private static void writeOrder(DataOutputStream out, Optional<PlanOrder> order) throws IOException {
        out.writeBoolean(order.isPresent());
        if (order.isPresent()) {
            StateFormat.writeText(out, order.get().timeColumn());
            StateFormat.writeText(out, order.get().reading().name());
            out.writeInt(order.get().primaryKey().size());
            for (String column : order.get().primaryKey()) {
                StateFormat.writeText(out, column);
            }
            StateFormat.writeText(out, order.get().rows());
        }
    }

    private static Optional<PlanOrder> readOrder(DataInputStream in) throws IOException {
        if (!in.readBoolean()) {
            return Optional.empty();
        }
        String timeColumn = StateFormat.readText(in);
        CommitReading reading = CommitReading.valueOf(StateFormat.readText(in));
        int count = in.readInt();
        List<String> primaryKey = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            primaryKey.add(StateFormat.readText(in));
        }
        return Optional.of(new PlanOrder(timeColumn, reading, primaryKey, StateFormat.readText(in)));
    }

    private static void writePosition(DataOutputStream out, Optional<PlanPosition> position) throws IOException {
        if (position.isEmpty()) {
            out.writeByte(NOWHERE);
        } else if (position.get() instanceof InSnapshot at) {
            out.writeByte(IN_SNAPSHOT);
            out.writeLong(at.version());
            out.writeLong(at.splits());
            out.writeLong(at.order());
            out.writeBoolean(at.after().isPresent());
            if (at.after().isPresent()) {
                out.writeInt(at.after().get().hash());
                StateFormat.writeText(out, at.after().get().path());
                StateFormat.writeText(out, at.after().get().deletionVectorId());
            }
        } else if (position.get() instanceof InChanges at) {
            out.writeByte(IN_CHANGES);
            out.writeLong(at.version());
            out.writeLong(at.units());
        }
    }

    private static Optional<PlanPosition> readPosition(DataInputStream in) throws IOException {
        int kind = in.readByte();
        return switch (kind) {
            case NOWHERE -> Optional.empty();
            case IN_SNAPSHOT -> {
                long version = in.readLong();
                long splits = in.readLong();
                long order = in.readLong();
                Optional<FilePlace> after = in.readBoolean()
                        ? Optional.of(new FilePlace(in.readInt(), StateFormat.readText(in), StateFormat.readText(in)))
                        : Optional.empty();
                yield Optional.of(new InSnapshot(version, after, splits, order));
            }
            case IN_CHANGES -> Optional.of(new InChanges(in.readLong(), in.readLong()));
            default -> throw new IOException("The state holds a position of the unknown kind " + kind + ".");
        };
    }
}
