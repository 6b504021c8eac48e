/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import static io.flinkdelta.log.store.LogStoreContract.names;
import static io.flinkdelta.log.store.LogStoreContract.put;
import static io.flinkdelta.log.store.LogStoreContract.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.store.LogStore.PutOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalLogStoreTest implements LogStoreContract, LogStoreRaceContract {
    @TempDir
    private Path table;

    @Override
    public LogStore newStore() {
        return new LocalLogStore(folder());
    }

    @Override
    public List<String> everything() throws IOException {
        if (!Files.exists(folder())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void hiddenFilesAndFoldersAreNotListed() throws IOException {
        LogStore store = newStore();
        put(store, "a", "1");
        Files.writeString(folder().resolve(".a.0815.tmp"), "left by a crash");
        Files.createDirectory(folder().resolve("_sidecars"));
        assertThat(names(store, "")).containsExactly("a");
    }

    @Test
    void noCheckFileOfHadoopsIsLeftBesideWhatChanged() throws IOException {
        Files.createDirectories(folder());
        try (FileSystem hadoop =
                FileSystem.newInstance(FileSystem.getLocal(new Configuration()).getUri(), new Configuration())) {
            for (String name : List.of("_last_checkpoint", "0.json")) {
                org.apache.hadoop.fs.Path file =
                        new org.apache.hadoop.fs.Path(folder().resolve(name).toUri());
                hadoop.create(file).close();
            }
            assertThat(everything()).contains("._last_checkpoint.crc", ".0.json.crc");
            Files.delete(folder().resolve("0.json"));

            LogStore store = newStore();
            store.overwrite("_last_checkpoint", LogContent.of("hint".getBytes(UTF_8)));
            assertThat(put(store, "0.json", "commit")).isEqualTo(PutOutcome.CREATED);

            assertThat(everything()).containsExactlyInAnyOrder("_last_checkpoint", "0.json");
            for (String name : List.of("_last_checkpoint", "0.json")) {
                org.apache.hadoop.fs.Path file =
                        new org.apache.hadoop.fs.Path(folder().resolve(name).toUri());
                try (var in = hadoop.open(file)) {
                    assertThat(new String(in.readAllBytes(), UTF_8))
                            .isEqualTo(text(store, name).orElseThrow());
                }
            }
        }
    }

    @Test
    void temporaryFilesOfACrashAreDeletedByAge() throws IOException {
        LogStore store = newStore();
        put(store, "a", "1");
        Path old = folder().resolve(FileNames.temporary("00000000000000000001.json"));
        Path young = folder().resolve(FileNames.temporary("00000000000000000001.json"));
        Path foreign = folder().resolve(".a.0815.tmp");
        for (Path file : List.of(old, young, foreign)) {
            Files.writeString(file, "left");
        }
        long hourAgo = System.currentTimeMillis() - 3_600_000;
        Files.setLastModifiedTime(old, FileTime.fromMillis(hourAgo - 1000));
        Files.setLastModifiedTime(foreign, FileTime.fromMillis(hourAgo - 1000));
        assertThat(store.deleteTemporary(hourAgo)).isEqualTo(1);
        assertThat(everything())
                .containsExactlyInAnyOrder(
                        "a",
                        young.getFileName().toString(),
                        foreign.getFileName().toString());
    }

    @Test
    void folderThatIsAFileIsAnError() throws IOException {
        Files.writeString(folder(), "no folder");
        LogStore store = newStore();
        assertThatThrownBy(() -> put(store, "a", "1")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> names(store, "")).isInstanceOf(IOException.class);
    }

    @Test
    void fileThatIsAFolderIsAnError() throws IOException {
        Files.createDirectories(folder().resolve("a"));
        LogStore store = newStore();
        assertThatThrownBy(() -> store.read("a")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> store.open("a")).isInstanceOf(IOException.class);
        assertThat(put(store, "a", "1")).isEqualTo(PutOutcome.EXISTS);
    }

    @Test
    void interruptedThreadPutsNothing() throws IOException {
        LogStore store = newStore();
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> put(store, "a", "1")).isInstanceOf(IOException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(everything()).isEmpty();
    }

    private Path folder() {
        return table.resolve("_delta_log");
    }
}
