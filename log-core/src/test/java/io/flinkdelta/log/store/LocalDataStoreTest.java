/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.io.PositionOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LocalDataStoreTest implements DataStoreContract {
    @TempDir
    private Path temporary;

    @Override
    public DataStore newStore() {
        return new LocalDataStore(table(), new Configuration(false));
    }

    @Override
    public List<String> everything() throws IOException {
        return filesUnder(table());
    }

    static List<String> filesUnder(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void relativePathsMayHoldColons() throws IOException {
        DataStoreContract.write(newStore(), "a:b/c:d", "1");
        DataStoreContract.write(newStore(), "t=2020-01-01 00:00:00/x", "2");
        assertThat(everything()).containsExactly("a:b/c:d", "t=2020-01-01 00:00:00/x");
        assertThat(DataStoreContract.read(newStore(), "a:b/c:d")).isEqualTo("1");
    }

    @Test
    void filesOfAnotherTableAreReached() throws IOException {
        Path other = temporary.resolve("other");
        Files.createDirectories(other);
        Files.writeString(other.resolve("x"), "cloned");
        assertThat(DataStoreContract.read(newStore(), "file://" + other + "/x")).isEqualTo("cloned");
        assertThat(DataStoreContract.read(newStore(), "file:" + other + "/x")).isEqualTo("cloned");
        assertThat(DataStoreContract.read(newStore(), other + "/x")).isEqualTo("cloned");
        assertThat(DataStoreContract.read(newStore(), "../other/x")).isEqualTo("cloned");
    }

    @Test
    void deleteTakesHadoopsChecksumAlong() throws IOException {
        DataStoreContract.write(newStore(), "a/x", "1");
        Files.writeString(table().resolve("a/.x.crc"), "");
        assertThat(newStore().delete("a/x")).isTrue();
        assertThat(everything()).isEmpty();
    }

    @Test
    void foldersAreNotFiles() throws IOException {
        DataStoreContract.write(newStore(), "a/x", "1");
        assertThatThrownBy(() -> newStore().open("a")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> newStore().delete("a")).isInstanceOf(IOException.class);
        assertThat(everything()).containsExactly("a/x");
    }

    @Test
    void whatCannotBeDeletedIsToldAndTheOthersGo() throws IOException {
        DataStoreContract.assertUndeletedIsTold(newStore());
        assertThat(everything()).containsExactly("b/x");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskNamesTheFile() throws IOException {
        Files.createDirectories(table());
        Path full = Files.createSymbolicLink(table().resolve("full"), Path.of("/dev/full"));
        byte[] bytes = LogStoreContract.pattern(200_000);
        PositionOutputStream large = newStore().create("full").createOrOverwrite(0);
        assertThatThrownBy(() -> large.write(bytes))
                .hasMessageContaining(full.toString())
                .hasMessageContaining("No space left on device")
                .hasCauseInstanceOf(IOException.class);
        large.close();
        PositionOutputStream small = newStore().create("full").createOrOverwrite(0);
        small.write(1);
        assertThatThrownBy(small::close).hasMessageContaining(full.toString());
    }

    @Test
    void anIdleStreamHoldsNoBuffer() throws IOException {
        PositionOutputStream out = newStore().create("x").create(0);
        out.write(new byte[] {'P', 'A', 'R', '1'});
        out.flush();
        assertThat(Files.size(table().resolve("x"))).isEqualTo(4);
        out.close();
        out.close();
        assertThatThrownBy(() -> out.write(new byte[100_000])).isInstanceOf(IOException.class);
    }

    private Path table() {
        return temporary.resolve("table");
    }
}
