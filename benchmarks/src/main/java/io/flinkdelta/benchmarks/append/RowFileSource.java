/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.append;

import java.util.List;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.table.data.RowData;

/**
 * Emits the rows of one file in each subtask. All subtasks load their file first; only when the last
 * of them is done do they start together, and that moment is marked as {@link #STARTED}. Not meant
 * to be restored.
 *
 * @param files one for each subtask
 * @param columns the columns of a row
 * @param marksFolder where {@link Marks} go
 */
record RowFileSource(List<String> files, int columns, String marksFolder)
        implements Source<RowData, RowFileSplit, Integer> {
    /** The mark of the moment at which the first row is emitted. */
    static final String STARTED = "started";

    private static final long serialVersionUID = 1L;

    RowFileSource {
        files = List.copyOf(files);
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SplitEnumerator<RowFileSplit, Integer> createEnumerator(SplitEnumeratorContext<RowFileSplit> context) {
        return new RowFileEnumerator(context, files, marksFolder);
    }

    @Override
    public SplitEnumerator<RowFileSplit, Integer> restoreEnumerator(
            SplitEnumeratorContext<RowFileSplit> context, Integer checkpoint) {
        throw new IllegalStateException("a measured job must not be restored");
    }

    @Override
    public SourceReader<RowData, RowFileSplit> createReader(SourceReaderContext context) {
        return new RowFileReader(context, files.get(context.getIndexOfSubtask()), columns);
    }

    @Override
    public SimpleVersionedSerializer<RowFileSplit> getSplitSerializer() {
        return new RowFileSplit.Serializer();
    }

    @Override
    public SimpleVersionedSerializer<Integer> getEnumeratorCheckpointSerializer() {
        return new ReadyCountSerializer();
    }

    /** The enumerator's state is how many subtasks are ready. */
    private static final class ReadyCountSerializer implements SimpleVersionedSerializer<Integer> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Integer ready) {
            return new byte[] {ready.byteValue()};
        }

        @Override
        public Integer deserialize(int version, byte[] serialized) {
            return (int) serialized[0];
        }
    }
}
