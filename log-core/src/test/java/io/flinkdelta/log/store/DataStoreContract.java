/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.store.DataStore.DataEntry;
import io.flinkdelta.log.store.DataStore.Kind;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.junit.jupiter.api.Test;

/** What every {@link DataStore} promises. */
public interface DataStoreContract {

    /** A store on this test's table, whose folder is not there at first; every call may give another instance. */
    DataStore newStore() throws IOException;

    /** The paths of everything in the table's folder, hidden files too, relative to it and ascending. */
    List<String> everything() throws IOException;

    @Test
    default void whatWasWrittenCanBeRead() throws IOException {
        byte[] bytes = LogStoreContract.pattern(3_000_000);
        OutputFile file = newStore().create("part-0.parquet");
        assertThat(file.getPath()).endsWith("/part-0.parquet");
        try (PositionOutputStream out = file.create(0)) {
            int at = 0;
            for (int length = 1; at < bytes.length; length = length * 3 + 1) {
                int count = Math.min(length, bytes.length - at);
                out.write(bytes, at, count);
                at += count;
                assertThat(out.getPos()).isEqualTo(at);
            }
        }
        DataStore reader = newStore();
        assertThat(reader.open("part-0.parquet").getLength()).isEqualTo(bytes.length);
        LogStoreContract.assertRandomAccess(reader.open("part-0.parquet"), bytes);
        assertThat(reader.modificationTime("part-0.parquet"))
                .isBetween(1_600_000_000_000L, System.currentTimeMillis() + 60_000);
        assertThat(everything()).containsExactly("part-0.parquet");
    }

    @Test
    default void singleBytesAndEmptyFiles() throws IOException {
        DataStore store = newStore();
        store.create("empty").create(0).close();
        try (PositionOutputStream out = store.create("bytes").create(0)) {
            for (int i = 0; i < 100_000; i++) {
                out.write(i);
            }
            assertThat(out.getPos()).isEqualTo(100_000);
            out.flush();
            assertThat(out.getPos()).isEqualTo(100_000);
        }
        assertThat(store.open("empty").getLength()).isZero();
        assertThat(store.open("bytes").newStream().readNBytes(300)).hasSize(300).endsWith(42, 43);
    }

    @Test
    default void missingFiles() throws IOException {
        DataStore store = newStore();
        assertThatThrownBy(() -> store.open("no/such.parquet")).isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> store.modificationTime("no/such.parquet")).isInstanceOf(FileNotFoundException.class);
        assertThat(store.delete("no/such.parquet")).isFalse();
        assertThat(everything()).isEmpty();
    }

    @Test
    default void aFileIsCreatedOnce() throws IOException {
        DataStore store = newStore();
        write(store, "a/file", "first");
        OutputFile again = newStore().create("a/file");
        assertThatThrownBy(() -> again.create(0)).isInstanceOf(IOException.class);
        assertThat(read(store, "a/file")).isEqualTo("first");
    }

    @Test
    default void deleteSaysWhetherItWasThere() throws IOException {
        DataStore store = newStore();
        write(store, "a/one", "1");
        write(store, "a/two", "2");
        assertThat(store.delete("a/one")).isTrue();
        assertThat(newStore().delete("a/one")).isFalse();
        assertThatThrownBy(() -> newStore().open("a/one")).isInstanceOf(FileNotFoundException.class);
        assertThat(read(store, "a/two")).isEqualTo("2");
        assertThat(everything()).containsExactly("a/two");
    }

    @Test
    default void namesAreTakenAsTheyAre() throws IOException {
        DataStore store = newStore();
        List<String> paths = List.of(
                "a b/p 0.parquet",
                "a%20b/p%200.parquet",
                "c=%3A%2F/x.parquet",
                "d=1+1#2?3&4/x;y.parquet",
                "e='\"`{}[]<>|^~$!*()@,/x.parquet",
                "\u00e9\u4e2d\ud83d\ude00/\u00fc.parquet");
        for (String path : paths) {
            write(store, path, path);
        }
        assertThat(everything()).containsExactlyInAnyOrderElementsOf(paths);
        for (String path : paths) {
            assertThat(read(newStore(), path)).isEqualTo(path);
            assertThat(read(newStore(), store.location() + "/" + path)).isEqualTo(path);
            assertThat(store.modificationTime(path)).isPositive();
            assertThat(store.delete(path)).isTrue();
        }
        assertThat(everything()).isEmpty();
    }

    @Test
    default void absolutePathsWithAndWithoutAScheme() throws IOException {
        DataStore store = newStore();
        String uri = store.location() + "/p=1/a b.parquet";
        String path = new org.apache.hadoop.fs.Path(uri).toUri().getPath();
        write(store, uri, "1");
        assertThat(read(store, "p=1/a b.parquet")).isEqualTo("1");
        assertThat(read(store, path)).isEqualTo("1");
        assertThat(store.modificationTime(path)).isEqualTo(store.modificationTime(uri));
        assertThat(store.delete(path)).isTrue();
        assertThat(store.delete(uri)).isFalse();
        write(store, path, "2");
        assertThat(read(store, uri)).isEqualTo("2");
    }

    @Test
    default void foldersAreListed() throws IOException {
        DataStore store = newStore();
        assertThat(names(store, "")).isEmpty();
        write(store, "a b/p=%3A/x", "1");
        write(store, "a b/p=%3A/.hidden", "22");
        write(store, "a b/_y", "333");
        assertThat(names(newStore(), "")).containsExactly("a b");
        assertThat(names(newStore(), "a b")).containsExactlyInAnyOrder("p=%3A", "_y");
        assertThat(names(newStore(), "a b/p=%3A")).containsExactlyInAnyOrder("x", ".hidden");
        assertThat(names(newStore(), "a b/none")).isEmpty();
        try (Stream<DataEntry> entries = store.list("a b")) {
            assertThat(entries).allSatisfy(entry -> {
                if (entry.kind() == Kind.FILE) {
                    assertThat(entry.size()).isEqualTo(3);
                    assertThat(entry.modificationTime()).isEqualTo(store.modificationTime("a b/_y"));
                } else {
                    assertThat(entry.kind()).isEqualTo(Kind.FOLDER);
                }
            });
        }
    }

    @Test
    default void manyFilesAreDeletedAtOnce() throws IOException {
        DataStore store = newStore();
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            paths.add("p=" + i % 3 + "/a%20b c+" + i);
            write(store, paths.get(i), "x");
        }
        write(store, "p=0/stays", "x");
        paths.add("p=0/never-there");
        newStore().deleteAll(paths, DataStoreContract::fail);
        newStore().deleteAll(List.of(), DataStoreContract::fail);
        assertThat(everything()).containsExactly("p=0/stays");
    }

    @Test
    default void onlyEmptyFoldersAreDeleted() throws IOException {
        DataStore store = newStore();
        write(store, "a/b/x", "1");
        assertThat(store.deleteEmptyFolder("a/b")).isFalse();
        assertThat(store.deleteEmptyFolder("a/none")).isFalse();
        assertThat(read(store, "a/b/x")).isEqualTo("1");
    }

    /** Of a storage with real folders: what cannot be deleted is told, and the others go. */
    static void assertUndeletedIsTold(DataStore store) throws IOException {
        for (String path : List.of("a", "b/x", "c")) {
            write(store, path, "1");
        }
        List<String> undeleted = new ArrayList<>();
        store.deleteAll(List.of("a", "b", "c"), (path, failure) -> undeleted.add(path));
        assertThat(undeleted).containsExactly("b");
    }

    private static void fail(String path, IOException failure) throws IOException {
        throw failure;
    }

    private static List<String> names(DataStore store, String folder) throws IOException {
        try (Stream<DataEntry> entries = store.list(folder)) {
            return entries.map(DataEntry::name).toList();
        }
    }

    @Test
    default void manyFilesOfOneMissingFolderAtOnce() throws Exception {
        int writers = 8;
        CyclicBarrier start = new CyclicBarrier(writers);
        List<Callable<Void>> work = new ArrayList<>();
        for (int writer = 0; writer < writers; writer++) {
            DataStore store = newStore();
            String path = "a/b/c/" + writer;
            work.add(() -> {
                start.await();
                write(store, path, path);
                return null;
            });
        }
        LogStoreRaceContract.together(work);
        assertThat(everything()).hasSize(writers);
    }

    static void write(DataStore store, String path, String content) throws IOException {
        try (PositionOutputStream out = store.create(path).create(0)) {
            out.write(content.getBytes(UTF_8));
        }
    }

    static String read(DataStore store, String path) throws IOException {
        try (var in = store.open(path).newStream()) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
