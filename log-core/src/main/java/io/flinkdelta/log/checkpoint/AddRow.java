/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.PartitionValues;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The fields of one {@link AddFile}, read as they are asked for, so that those of a file that nobody
 * wants are never made. Valid until the next row. One thread.
 */
public interface AddRow {

    /** Of an action that is there already. */
    static AddRow of(AddFile add) {
        return new AddFileRow(add);
    }

    /** In UTF-8, backed by an array; not to be changed. */
    ByteBuffer path();

    PartitionValues partitionValues();

    /** Bytes. */
    long size();

    /** Milliseconds since the epoch. */
    long modificationTime();

    boolean dataChange();

    /** The statistics JSON in UTF-8, backed by an array, not to be changed; null without statistics. */
    ByteBuffer stats();

    Map<String, String> tags();

    Optional<DeletionVectorDescriptor> deletionVector();

    OptionalLong baseRowId();

    OptionalLong defaultRowCommitVersion();

    Optional<String> clusteringProvider();

    /** All of it. */
    AddFile toAddFile();
}
