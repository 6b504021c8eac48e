/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.PartitionValues;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** An action that is there already. */
record AddFileRow(AddFile toAddFile) implements AddRow {
    @Override
    public ByteBuffer path() {
        return utf8(toAddFile.path());
    }

    @Override
    public PartitionValues partitionValues() {
        return toAddFile.partitionValues();
    }

    @Override
    public long size() {
        return toAddFile.size();
    }

    @Override
    public long modificationTime() {
        return toAddFile.modificationTime();
    }

    @Override
    public boolean dataChange() {
        return toAddFile.dataChange();
    }

    @Override
    public ByteBuffer stats() {
        return toAddFile.stats().map(AddFileRow::utf8).orElse(null);
    }

    @Override
    public Map<String, String> tags() {
        return toAddFile.tags();
    }

    @Override
    public Optional<DeletionVectorDescriptor> deletionVector() {
        return toAddFile.deletionVector();
    }

    @Override
    public OptionalLong baseRowId() {
        return toAddFile.baseRowId();
    }

    @Override
    public OptionalLong defaultRowCommitVersion() {
        return toAddFile.defaultRowCommitVersion();
    }

    @Override
    public Optional<String> clusteringProvider() {
        return toAddFile.clusteringProvider();
    }

    private static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
