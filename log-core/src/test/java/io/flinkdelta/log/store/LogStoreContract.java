/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.store.LogStore.LogEntry;
import io.flinkdelta.log.store.LogStore.PutOutcome;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.junit.jupiter.api.Test;

/** What every {@link LogStore} promises. What it promises under concurrency is {@link LogStoreRaceContract}. */
public interface LogStoreContract {

    /** A store on this test's folder, which is not there at first; every call may give another instance. */
    LogStore newStore() throws IOException;

    /** The names of everything in the folder, hidden files too; empty when there is no folder. */
    List<String> everything() throws IOException;

    @Test
    default void missingFolderIsEmpty() throws IOException {
        LogStore store = newStore();
        assertThat(names(store, "")).isEmpty();
        assertThat(store.read("a")).isEmpty();
        assertThat(store.open("a")).isEmpty();
        assertThat(store.location()).contains("_delta_log").doesNotEndWith("/");
    }

    @Test
    default void missingFileIsEmpty() throws IOException {
        LogStore store = newStore();
        put(store, "a", "1");
        assertThat(store.read("b")).isEmpty();
        assertThat(store.open("b")).isEmpty();
    }

    @Test
    default void whatWasPutIsSeenByEveryInstance() throws IOException {
        assertThat(put(newStore(), "00000000000000000000.json", "content\n")).isEqualTo(PutOutcome.CREATED);

        LogStore reader = newStore();
        assertThat(text(reader, "00000000000000000000.json")).hasValue("content\n");
        LogEntry entry = entries(reader, "").get(0);
        assertThat(entry.name()).isEqualTo("00000000000000000000.json");
        assertThat(entry.size()).isEqualTo(8);
        assertThat(entry.modificationTime()).isBetween(1_600_000_000_000L, System.currentTimeMillis() + 60_000);
        assertThat(everything()).containsExactly("00000000000000000000.json");
    }

    @Test
    default void whatIsThereIsNotReplaced() throws IOException {
        LogStore store = newStore();
        put(store, "a", "first");
        assertThat(put(store, "a", "second")).isEqualTo(PutOutcome.EXISTS);
        assertThat(put(newStore(), "a", "third")).isEqualTo(PutOutcome.EXISTS);
        assertThat(text(store, "a")).hasValue("first");
        assertThat(everything()).containsExactly("a");
    }

    @Test
    default void listingIsInTheOrderOfUtf8BytesAndStartsAtTheFirstName() throws IOException {
        LogStore store = newStore();
        // As UTF-16 the supplementary character would come before the private one.
        List<String> ordered = List.of("00", "01", "1", "A", "_last", "a", "ab", "\u00e9", "\uf8ff", "\ud83d\ude00");
        for (String name : ordered.stream().sorted(Comparator.reverseOrder()).toList()) {
            put(store, name, name);
        }
        assertThat(names(store, "")).isEqualTo(ordered);
        assertThat(names(store, "a")).isEqualTo(ordered.subList(5, 10));
        assertThat(names(store, "aa")).isEqualTo(ordered.subList(6, 10));
        assertThat(names(store, "\uf8ff")).isEqualTo(ordered.subList(8, 10));
        assertThat(names(store, "\ud83d\ude01")).isEmpty();
    }

    @Test
    default void specialNames() throws IOException {
        LogStore store = newStore();
        List<String> names = List.of(
                "00000000000000000010.checkpoint.0000000001.0000000003.parquet",
                "00000000000000000010.checkpoint.80a083e8-7026-4e79-81be-64bd76c43a11.json",
                "_last_checkpoint",
                "a b+c%25#d?e=f&g'\"\u00fc.json",
                "x".repeat(180));
        for (String name : names) {
            assertThat(put(store, name, name)).isEqualTo(PutOutcome.CREATED);
        }
        assertThat(names(store, "")).isEqualTo(names);
        for (String name : names) {
            assertThat(text(store, name)).hasValue(name);
            assertThat(store.open(name)).isPresent();
        }
    }

    @Test
    default void namesThatAreNoFilesOfTheFolderAreRefused() throws IOException {
        LogStore store = newStore();
        for (String name : List.of("", ".hidden", "..", "folder/file", "/file")) {
            assertThatThrownBy(() -> put(store, name, "x")).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> store.overwrite(name, LogContent.of(new byte[0])))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(everything()).isEmpty();
    }

    @Test
    default void contentIsNotVisibleBeforeItIsComplete() throws IOException {
        LogStore store = newStore();
        LogStore reader = newStore();
        store.putIfAbsent("a", out -> {
            out.write("half".getBytes(UTF_8));
            out.flush();
            assertThat(reader.read("a")).isEmpty();
            assertThat(reader.open("a")).isEmpty();
            assertThat(names(reader, "")).isEmpty();
            out.write(" whole".getBytes(UTF_8));
        });
        store.overwrite("a", out -> {
            out.write("new".getBytes(UTF_8));
            out.flush();
            assertThat(text(reader, "a")).hasValue("half whole");
            assertThat(entries(reader, "")).extracting(LogEntry::size).containsExactly(10L);
            out.write(" whole".getBytes(UTF_8));
        });
        assertThat(text(reader, "a")).hasValue("new whole");
    }

    @Test
    default void whoeverWritesMayCloseTheStream() throws IOException {
        LogStore store = newStore();
        store.putIfAbsent("a", out -> {
            out.write("put".getBytes(UTF_8));
            out.close();
            out.close();
        });
        store.overwrite("b", out -> {
            out.write("over".getBytes(UTF_8));
            out.close();
        });
        assertThat(text(store, "a")).hasValue("put");
        assertThat(text(store, "b")).hasValue("over");
    }

    @Test
    default void contentThatFailsHalfWayLeavesNothingBehind() throws IOException {
        LogStore store = newStore();
        for (Throwable failure : failures()) {
            LogContent content = failing(failure);
            assertThatThrownBy(() -> store.putIfAbsent("a", content)).isSameAs(failure);
            assertThatThrownBy(() -> store.overwrite("b", content)).isSameAs(failure);
            assertThat(store.read("a")).isEmpty();
            assertThat(store.read("b")).isEmpty();
            assertThat(everything()).isEmpty();
        }
        assertThat(put(store, "a", "1")).isEqualTo(PutOutcome.CREATED);
    }

    @Test
    default void contentThatFailsHalfWayLeavesTheOldContent() throws IOException {
        LogStore store = newStore();
        store.overwrite("a", LogContent.of("old".getBytes(UTF_8)));
        for (Throwable failure : failures()) {
            assertThatThrownBy(() -> store.overwrite("a", failing(failure))).isSameAs(failure);
            assertThat(text(store, "a")).hasValue("old");
            assertThat(everything()).containsExactly("a");
        }
    }

    @Test
    default void overwriteCreatesAndReplaces() throws IOException {
        LogStore store = newStore();
        for (String content : List.of("a longer first content", "short", "")) {
            store.overwrite("_last_checkpoint", LogContent.of(content.getBytes(UTF_8)));
            assertThat(text(store, "_last_checkpoint")).hasValue(content);
            assertThat(entries(store, "")).extracting(LogEntry::size).containsExactly((long) content.length());
            assertThat(everything()).containsExactly("_last_checkpoint");
        }
    }

    @Test
    default void whatIsDeletedIsGoneForEveryInstance() throws IOException {
        LogStore store = newStore();
        assertThat(store.delete("a")).isFalse();
        put(store, "a", "1");
        put(store, "b", "2");
        assertThat(store.delete("a")).isTrue();
        assertThat(newStore().read("a")).isEmpty();
        assertThat(store.delete("a")).isFalse();
        assertThat(everything()).containsExactly("b");
        assertThat(put(store, "a", "again")).isEqualTo(PutOutcome.CREATED);
    }

    @Test
    default void aFolderInTheFolderIsAStoreOfItsOwn() throws IOException {
        LogStore store = newStore();
        LogStore sidecars = store.folder("_sidecars");
        assertThat(names(sidecars, "")).isEmpty();
        assertThat(sidecars.open("a")).isEmpty();
        assertThat(sidecars.delete("a")).isFalse();
        assertThat(sidecars.deleteTemporary(Long.MAX_VALUE)).isZero();
        assertThat(put(sidecars, "a", "in the folder")).isEqualTo(PutOutcome.CREATED);
        put(store, "a", "beside it");

        LogStore reader = newStore();
        assertThat(names(reader, "")).containsExactly("a");
        assertThat(names(reader.folder("_sidecars"), "")).containsExactly("a");
        assertThat(text(reader.folder("_sidecars"), "a")).hasValue("in the folder");
        assertThat(reader.folder("_sidecars").location()).isEqualTo(reader.location() + "/_sidecars");
        assertThat(sidecars.delete("a")).isTrue();
        assertThat(text(reader, "a")).hasValue("beside it");
    }

    @Test
    default void temporaryFilesThatAreYoungStay() throws IOException {
        LogStore store = newStore();
        put(store, "a", "1");
        store.putIfAbsent("b", out -> {
            out.write(1);
            assertThat(newStore().deleteTemporary(0)).isZero();
        });
        assertThat(store.deleteTemporary(Long.MAX_VALUE)).isZero();
        assertThat(names(store, "")).containsExactly("a", "b");
    }

    @Test
    default void openGivesRandomAccess() throws IOException {
        LogStore store = newStore();
        byte[] bytes = pattern(300_000);
        store.putIfAbsent("a", LogContent.of(bytes));
        InputFile file = store.open("a").orElseThrow();
        assertThat(file.getLength()).isEqualTo(bytes.length);
        assertRandomAccess(file, bytes);
    }

    @Test
    default void largeAndEmptyContent() throws IOException {
        LogStore store = newStore();
        byte[] large = pattern(5_000_001);
        store.putIfAbsent("large", out -> {
            out.write(large[0]);
            out.write(large, 1, 99_999);
            out.write(large, 100_000, 3_000_000);
            for (int at = 3_100_000; at < large.length; at += 7) {
                out.write(large, at, Math.min(7, large.length - at));
            }
        });
        store.putIfAbsent("empty", out -> {});
        assertThat(store.read("large"))
                .hasValueSatisfying(read -> assertThat(read).isEqualTo(large));
        assertThat(store.read("empty"))
                .hasValueSatisfying(read -> assertThat(read).isEmpty());
        assertThat(entries(store, "")).extracting(LogEntry::size).containsExactly(0L, (long) large.length);
    }

    static PutOutcome put(LogStore store, String name, String content) throws IOException {
        return store.putIfAbsent(name, LogContent.of(content.getBytes(UTF_8)));
    }

    static Optional<String> text(LogStore store, String name) throws IOException {
        return store.read(name).map(bytes -> new String(bytes, UTF_8));
    }

    static List<LogEntry> entries(LogStore store, String firstName) throws IOException {
        try (Stream<LogEntry> entries = store.listFrom(firstName)) {
            return entries.toList();
        }
    }

    static List<String> names(LogStore store, String firstName) throws IOException {
        return entries(store, firstName).stream().map(LogEntry::name).toList();
    }

    /** Bytes that differ from their neighbours near and far. */
    static byte[] pattern(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 + i / 251);
        }
        return bytes;
    }

    /** Reads here and there, forwards and backwards, in small and large pieces. */
    static void assertRandomAccess(InputFile file, byte[] bytes) throws IOException {
        try (SeekableInputStream in = file.newStream()) {
            for (int at : new int[] {bytes.length - 8, 0, 5, 100_000, 99_990, 8_190, bytes.length / 2}) {
                for (int length : new int[] {1, 8, 20_000}) {
                    int count = Math.min(length, bytes.length - at);
                    byte[] expected = Arrays.copyOfRange(bytes, at, at + count);
                    in.seek(at);
                    byte[] array = new byte[count + 2];
                    in.readFully(array, 1, count);
                    assertThat(Arrays.copyOfRange(array, 1, count + 1)).isEqualTo(expected);
                    assertThat(in.getPos()).isEqualTo(at + count);
                    in.seek(at);
                    for (ByteBuffer buffer : List.of(ByteBuffer.allocate(count), ByteBuffer.allocateDirect(count))) {
                        in.seek(at);
                        in.readFully(buffer);
                        assertThat(buffer.flip()).isEqualTo(ByteBuffer.wrap(expected));
                    }
                    in.seek(at);
                    assertThat(in.read()).isEqualTo(expected[0] & 0xff);
                }
            }
            in.seek(bytes.length);
            assertThat(in.read()).isEqualTo(-1);
            assertThat(in.read(ByteBuffer.allocate(10))).isEqualTo(-1);
            in.seek(bytes.length - 3);
            assertThatThrownBy(() -> in.readFully(new byte[4])).isInstanceOf(EOFException.class);
        }
        try (SeekableInputStream in = file.newStream()) {
            assertThat(in.readAllBytes()).isEqualTo(bytes);
        }
    }

    private static List<Throwable> failures() {
        return List.of(
                new IOException("scripted"), new IllegalStateException("scripted"), new OutOfMemoryError("scripted"));
    }

    private static LogContent failing(Throwable failure) {
        return out -> {
            out.write(pattern(200_000));
            out.flush();
            LogFault.raise(failure);
        };
    }
}
