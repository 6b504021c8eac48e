/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.snapshot;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.index.FileIndex;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.stats.ScanFilter;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * One version of a table. It promises: the version was complete when it was read; protocol and
 * metadata are those of exactly this version and this build may read them; the live files are the
 * result of action reconciliation (PROTOCOL.md) up to it. Immutable, any thread. Protocol,
 * metadata and transaction ids are there at once; files are read when they are asked for.
 */
public interface Snapshot {
    long version();

    /** Epoch milliseconds: the in-commit timestamp where the table has them, else the commit file's time. */
    long timestamp();

    Protocol protocol();

    Metadata metadata();

    StructType schema();

    /** The partition columns, in order. */
    List<String> partitionColumns();

    /** The last {@code txn} version of this application. */
    OptionalLong transactionVersion(String appId);

    /** Live domain metadata. */
    List<DomainMetadata> domainMetadata();

    /**
     * The live files, in no order; must be closed. Read from the log as they are asked for, in bounded
     * memory, unless {@link #fileIndex()} has been asked for.
     */
    Stream<AddFile> files();

    /**
     * The live files that may hold a row on which the filter is true, as {@link #files()}; the others are
     * passed over early.
     *
     * @param filter made by {@link #scanFilter} of this snapshot, or from its metadata
     */
    Stream<AddFile> scan(ScanFilter filter);

    /**
     * A filter for {@link #scan}.
     *
     * @param filter over logical column names, in any case
     * @throws io.flinkdelta.log.error.InvalidRequestException when it names a column that there is not
     */
    ScanFilter scanFilter(Expression filter);

    /**
     * The live files in memory, some hundred bytes each: read when this is first asked for, kept as long as
     * the snapshot, and carried on by snapshots that are refreshed from this one or committed on top of it.
     * For whoever goes through the files more than once, or wants to know how many there are.
     */
    FileIndex fileIndex();
}
