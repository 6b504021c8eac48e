/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.fuzz;

import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The files of a log as a map, sidecars with their folder in their names: what mutations change. */
final class LogFiles {
    private static final String SIDECARS = LogFile.SIDECAR_FOLDER + "/";

    private final TreeMap<String, byte[]> files = new TreeMap<>();

    static LogFiles of(InMemoryLogStore store) {
        LogFiles log = new LogFiles();
        store.names().forEach(name -> log.files.put(name, store.read(name).orElseThrow()));
        InMemoryLogStore sidecars = store.folder(LogFile.SIDECAR_FOLDER);
        sidecars.names()
                .forEach(name ->
                        log.files.put(SIDECARS + name, sidecars.read(name).orElseThrow()));
        return log;
    }

    static LogFiles of(Path table) {
        LogFiles log = new LogFiles();
        Path folder = table.resolve("_delta_log");
        try (Stream<Path> all = Files.walk(folder, 2)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                log.files.put(folder.relativize(file).toString(), Files.readAllBytes(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return log;
    }

    InMemoryLogStore toStore() {
        InMemoryLogStore store = new InMemoryLogStore();
        files.forEach((name, content) -> {
            LogStore folder = name.startsWith(SIDECARS) ? store.folder(LogFile.SIDECAR_FOLDER) : store;
            String fileName = name.substring(name.lastIndexOf('/') + 1);
            if (!fileName.startsWith(".")) {
                try {
                    folder.overwrite(fileName, LogContent.of(content));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
        });
        return store;
    }

    LogFiles copy() {
        LogFiles copy = new LogFiles();
        copy.files.putAll(files);
        return copy;
    }

    List<String> names() {
        return List.copyOf(files.keySet());
    }

    /** Null when there is no such file. */
    byte[] get(String name) {
        return files.get(name);
    }

    void put(String name, byte[] content) {
        files.put(name, content);
    }

    void delete(String name) {
        files.remove(name);
    }

    long bytes() {
        return files.values().stream().mapToLong(content -> content.length).sum();
    }
}
