/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.io.InputFile;

/** The log as one process sees it. What is put is made up first, then put at once, however long the first takes. */
final class SimulatedLogStore implements LogStore {
    private static final long LONGEST_LIST = Duration.ofSeconds(10).toMillis();
    private static final long LATEST_PUT = Duration.ofMinutes(30).toMillis();

    private final SimulatedProcess process;
    private final SharedFolder folder;

    SimulatedLogStore(SimulatedProcess process, SharedFolder folder) {
        this.process = process;
        this.folder = folder;
    }

    @Override
    public String location() {
        return folder.files().location();
    }

    @Override
    public Stream<LogEntry> listFrom(String firstName) throws IOException {
        return process.call(StoreCall.LIST, folder.prefix() + firstName, fault -> {
            process.listsLog();
            List<LogEntry> entries = folder.list(firstName);
            if (fault == Fault.SLOW_LIST) {
                process.sleep(process.course().delay(LONGEST_LIST));
                entries = mixed(entries, folder.list(firstName));
            }
            return entries.stream();
        });
    }

    /** Of the files that came or went while the listing was under way any may be in it. */
    private List<LogEntry> mixed(List<LogEntry> before, List<LogEntry> after) {
        Map<String, LogEntry> first = byName(before);
        Map<String, LogEntry> last = byName(after);
        Map<String, LogEntry> all = new TreeMap<>(first);
        all.putAll(last);
        all.keySet()
                .removeIf(name -> first.containsKey(name) != last.containsKey(name)
                        && !process.course().isSeen());
        return List.copyOf(all.values());
    }

    private static Map<String, LogEntry> byName(List<LogEntry> entries) {
        return entries.stream().collect(Collectors.toMap(LogEntry::name, Function.identity()));
    }

    @Override
    public Optional<byte[]> read(String name) throws IOException {
        return process.call(
                StoreCall.READ, folder.prefix() + name, fault -> folder.files().read(name));
    }

    @Override
    public Optional<InputFile> open(String name) throws IOException {
        return process.call(
                StoreCall.OPEN, folder.prefix() + name, fault -> folder.files().open(name));
    }

    @Override
    public PutOutcome putIfAbsent(String name, LogContent content) throws IOException {
        byte[] bytes = bytes(content);
        return process.call(StoreCall.PUT, folder.prefix() + name, fault -> switch (fault) {
            case LOSE_PUT -> PutOutcome.UNKNOWN;
            case LAND_LATE -> {
                landLater(name, bytes);
                yield PutOutcome.UNKNOWN;
            }
            case LOSE_ANSWER -> {
                folder.put(name, bytes);
                yield PutOutcome.UNKNOWN;
            }
            case REPEAT_PUT -> {
                folder.put(name, bytes);
                yield PutOutcome.EXISTS;
            }
            default -> folder.put(name, bytes);
        });
    }

    private void landLater(String name, byte[] bytes) {
        process.table().scheduler().later(process.course().delay(LATEST_PUT), () -> {
            process.trace("LATE PUT", name, folder.put(name, bytes));
        });
    }

    @Override
    public void overwrite(String name, LogContent content) throws IOException {
        byte[] bytes = bytes(content);
        process.call(StoreCall.OVERWRITE, folder.prefix() + name, fault -> {
            folder.overwrite(name, bytes);
            return name;
        });
    }

    @Override
    public boolean delete(String name) throws IOException {
        return process.call(StoreCall.DELETE, folder.prefix() + name, fault -> folder.delete(name));
    }

    /** A crashed writer leaves nothing here: a file is put as a whole. */
    @Override
    public int deleteTemporary(long before) {
        return 0;
    }

    @Override
    public SimulatedLogStore folder(String name) {
        return new SimulatedLogStore(process, folder.folder(name));
    }

    private static byte[] bytes(LogContent content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        content.writeTo(out);
        return out.toByteArray();
    }
}
