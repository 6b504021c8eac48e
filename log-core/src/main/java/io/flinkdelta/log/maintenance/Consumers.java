/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.store.LogStore;
import io.flinkdelta.log.store.LogStore.LogEntry;
import io.flinkdelta.log.store.StorageErrors;
import io.flinkdelta.log.store.TableStorage;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who reads the table and how far they have come: a small file each in the folder {@value #FOLDER} of the log, which
 * other programs pass over. What a consumer still needs is spared by the log's clean-up and by vacuums of this library,
 * beyond their retentions, as long as it goes on publishing; others delete as they do. Any thread.
 */
public final class Consumers {
    static final String FOLDER = "_consumers";

    private static final Logger LOG = LoggerFactory.getLogger(Consumers.class);
    private static final String SUFFIX = ".json";
    /** A file is marked as removed when a commit begins, which may take its time. */
    private static final Duration LONGEST_COMMIT = Duration.ofDays(1);

    private final LogStore folder;
    private final ErrorContext table;
    private final Clock clock;

    public Consumers(TableStorage storage, Clock clock) {
        this.folder = storage.log().folder(FOLDER);
        this.table = storage.context();
        this.clock = clock;
    }

    /**
     * Tells how far a consumer is, in place of what it told before.
     *
     * @throws io.flinkdelta.log.error.StorageUnavailableException when the storage fails
     */
    public void publish(Consumer consumer) {
        try {
            folder.overwrite(consumer.id() + SUFFIX, consumer.toContent());
        } catch (IOException e) {
            throw StorageErrors.of(e, table.with("consumerId", consumer.id()), folder.location(), "publish progress");
        }
    }

    /** Forgets a consumer; true when there was one. */
    public boolean remove(String id) {
        Consumer.requireId(id, table);
        try {
            return folder.delete(id + SUFFIX);
        } catch (IOException e) {
            throw StorageErrors.of(e, table.with("consumerId", id), folder.location(), "forget a consumer");
        }
    }

    /** Those that have not expired. */
    public List<Consumer> current() {
        List<Consumer> consumers = new ArrayList<>();
        try (Stream<LogEntry> entries = folder.listFrom("")) {
            for (LogEntry entry : entries.toList()) {
                read(entry).ifPresent(consumers::add);
            }
        } catch (IOException e) {
            throw StorageErrors.of(e, table, folder.location(), "list the consumers");
        }
        return consumers;
    }

    private Optional<Consumer> read(LogEntry entry) throws IOException {
        if (!entry.name().endsWith(SUFFIX)) {
            return Optional.empty();
        }
        String id = entry.name().substring(0, entry.name().length() - SUFFIX.length());
        Optional<byte[]> content = folder.read(entry.name());
        Optional<Consumer> consumer = content.flatMap(bytes -> Consumer.parse(id, bytes));
        if (content.isPresent() && consumer.isEmpty()) {
            LOG.warn("{} of {} tells nothing of a consumer", entry.name(), folder.location());
        }
        Instant published = Instant.ofEpochMilli(entry.modificationTime());
        return consumer.filter(found -> clock.instant().isBefore(published.plus(found.expiry())));
    }

    /** {@code cutoff}, or an earlier time before which nothing is needed by any consumer. */
    Instant spare(Instant cutoff) {
        Instant earliest = cutoff;
        for (Consumer consumer : current()) {
            Instant needed = consumer.time().minus(LONGEST_COMMIT);
            if (needed.isBefore(earliest)) {
                LOG.info(
                        "The consumer {} of {} still needs version {}",
                        consumer.id(),
                        folder.location(),
                        consumer.version());
                earliest = needed;
            }
        }
        return earliest;
    }
}
