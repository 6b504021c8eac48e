/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogStore;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the file {@code <v>.crc} says about version {@code v} of the table (PROTOCOL.md, "Version Checksum
 * File"). It holds exactly one metadata and one protocol. Immutable, any thread.
 *
 * @param txnId of the commit that made the version
 * @param tableSizeBytes the sum of the sizes of the live files
 * @param numFiles how many live files there are
 * @param numDeletedRecords how many rows deletion vectors hide
 * @param numDeletionVectors how many live files have a deletion vector
 * @param inCommitTimestamp of the version, epoch milliseconds
 * @param setTransactions all that are live; empty when the writer did not say
 * @param domainMetadata all that are live, none of them removed; empty when the writer did not say
 */
public record VersionChecksum(
        Optional<String> txnId,
        long tableSizeBytes,
        long numFiles,
        OptionalLong numDeletedRecords,
        OptionalLong numDeletionVectors,
        OptionalLong inCommitTimestamp,
        Optional<List<SetTransaction>> setTransactions,
        Optional<List<DomainMetadata>> domainMetadata,
        Metadata metadata,
        Protocol protocol,
        Optional<FileSizeHistogram> fileSizeHistogram) {
    public VersionChecksum {
        setTransactions = setTransactions.map(List::copyOf);
        domainMetadata = domainMetadata.map(List::copyOf);
        Objects.requireNonNull(metadata, "metadata");
        Objects.requireNonNull(protocol, "protocol");
        if (tableSizeBytes < 0 || numFiles < 0) {
            throw new IllegalArgumentException("no size of a table: " + numFiles + " files, " + tableSizeBytes);
        }
    }

    /**
     * The sizes of the live files (PROTOCOL.md, "File Size Histogram Schema"); the lists are of one length.
     *
     * @param sortedBinBoundaries where each bin begins, in bytes; the first is 0, the last bin has no end
     * @param fileCounts files in each bin
     * @param totalBytes of the files in each bin
     */
    public record FileSizeHistogram(List<Long> sortedBinBoundaries, List<Long> fileCounts, List<Long> totalBytes) {
        public FileSizeHistogram {
            sortedBinBoundaries = List.copyOf(sortedBinBoundaries);
            fileCounts = List.copyOf(fileCounts);
            totalBytes = List.copyOf(totalBytes);
            int bins = sortedBinBoundaries.size();
            if (fileCounts.size() != bins || totalBytes.size() != bins) {
                throw new IllegalArgumentException("the lists of a histogram are of different lengths");
            }
        }
    }

    /** That of {@code version}; empty when there is none, or when it cannot be understood. */
    public static Optional<VersionChecksum> read(LogStore log, long version) throws IOException {
        return log.read(new LogFile.Checksum(version).fileName()).flatMap(VersionChecksum::parse);
    }

    /** Empty when {@code content} is no checksum: nobody depends on one. */
    public static Optional<VersionChecksum> parse(byte[] content) {
        return VersionChecksumJson.parse(content);
    }

    /** As the content of the file. */
    public LogContent toContent() {
        return LogContent.of(VersionChecksumJson.write(this));
    }
}
