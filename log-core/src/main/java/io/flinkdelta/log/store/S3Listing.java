/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import io.flinkdelta.log.store.LogStore.LogEntry;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;

/**
 * Lists a folder on S3 from a name on ({@code start-after}), which Hadoop's file systems cannot be asked for. Whoever
 * lists falls back to S3A when it fails.
 */
final class S3Listing {
    private final AwsClient.Operation list;

    private S3Listing(AwsClient.Operation list) {
        this.list = list;
    }

    /** Empty when the client is not the expected one. */
    static Optional<S3Listing> of(AwsClient client) {
        try {
            return Optional.of(new S3Listing(client.operation("listObjectsV2", "ListObjectsV2Request")));
        } catch (ReflectiveOperationException | LinkageError e) {
            return Optional.empty();
        }
    }

    /** As {@link LogStore#listFrom}. */
    Stream<LogEntry> listFrom(Path folder, String firstName) throws IOException {
        String prefix = folder.toUri().getPath().substring(1) + "/";
        List<LogEntry> entries = new ArrayList<>();
        try {
            Object page = page(prefix, "startAfter", prefix + below(firstName));
            while (true) {
                for (Object file : (List<?>) AwsClient.get(page, "contents")) {
                    entry(file, prefix).filter(entry -> isIn(entry, firstName)).ifPresent(entries::add);
                }
                Object next = AwsClient.get(page, "nextContinuationToken");
                if (next == null) {
                    return entries.stream().sorted(Comparator.comparing(LogEntry::name, FileNames.UTF8_ORDER));
                }
                page = page(prefix, "continuationToken", (String) next);
            }
        } catch (ReflectiveOperationException e) {
            throw new IOException("the AWS client is not the expected one", e);
        }
    }

    private Object page(String prefix, String where, String value) throws IOException, ReflectiveOperationException {
        return list.ask(Map.of("prefix", prefix, "delimiter", "/", where, value));
    }

    private static Optional<LogEntry> entry(Object file, String prefix) throws ReflectiveOperationException {
        String name = ((String) AwsClient.get(file, "key")).substring(prefix.length());
        long size = (Long) AwsClient.get(file, "size");
        Instant time = (Instant) AwsClient.get(file, "lastModified");
        return name.isEmpty() ? Optional.empty() : Optional.of(new LogEntry(name, size, time.toEpochMilli()));
    }

    private static boolean isIn(LogEntry entry, String firstName) {
        return !FileNames.isHidden(entry.name()) && FileNames.UTF8_ORDER.compare(entry.name(), firstName) >= 0;
    }

    /** A name that is surely below, and above nearly all that are; S3 leaves out the name that it is given. */
    private static String below(String name) {
        int last = name.length() - 1;
        return name.charAt(last) > ' ' && name.charAt(last) <= '~'
                ? name.substring(0, last) + (char) (name.charAt(last) - 1)
                : name.substring(0, last);
    }
}
