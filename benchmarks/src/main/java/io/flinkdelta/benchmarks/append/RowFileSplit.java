/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.append;

import java.nio.charset.StandardCharsets;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** The whole file of one subtask. */
record RowFileSplit(String file) implements SourceSplit {

    @Override
    public String splitId() {
        return file;
    }

    /** The file's name in UTF-8. */
    static final class Serializer implements SimpleVersionedSerializer<RowFileSplit> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(RowFileSplit split) {
            return split.file().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public RowFileSplit deserialize(int version, byte[] serialized) {
            return new RowFileSplit(new String(serialized, StandardCharsets.UTF_8));
        }
    }
}
