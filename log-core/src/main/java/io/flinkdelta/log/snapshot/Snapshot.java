/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.snapshot;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.schema.StructType;
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

    /** The live files, in no order; must be closed. Reads the log lazily. */
    Stream<AddFile> files();
}
