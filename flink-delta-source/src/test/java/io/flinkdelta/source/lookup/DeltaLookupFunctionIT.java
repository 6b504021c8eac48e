/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.source.DeltaSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeltaLookupFunctionIT {
    private static final Duration OFTEN = Duration.ofMillis(20);

    @TempDir
    private Path temporary;

    private Path folder;
    private Countries countries;
    private DeltaLookupFunction lookup;

    @BeforeEach
    void create() {
        folder = temporary.resolve("countries");
        countries = new Countries(folder);
    }

    @AfterEach
    void close() {
        countries.close();
        if (lookup != null) {
            lookup.close();
        }
    }

    @Test
    void rowsAreFoundByTheirKeys() throws Exception {
        countries.add("Austria", 1L, 2L, 2L, null);
        open(source().lookup("id").refreshEvery(OFTEN));
        assertThat(names(1L)).containsExactly("Austria");
        assertThat(names(2L)).containsExactly("Austria", "Austria");
        assertThat(names(3L)).isEmpty();
        assertThat(names(null)).isEmpty();
    }

    /** Those that wait are answered in the thread that reads, while others ask in theirs. */
    @Test
    void lookupsThatWaitDoNotDisturbOthers() throws Exception {
        for (long id = 0; id < 50; id++) {
            countries.add("name-" + id, id);
        }
        open(source().lookup("id"));
        List<CompletableFuture<Collection<RowData>>> answers = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            answers.add(lookup.asyncLookup(GenericRowData.of(i % 50L)));
        }
        for (int i = 0; i < answers.size(); i++) {
            assertThat(answers.get(i).get(30, TimeUnit.SECONDS))
                    .extracting(row -> row.getString(1).toString())
                    .containsExactly("name-" + i % 50L);
        }
    }

    @Test
    void severalColumnsAreAKey() throws Exception {
        countries.add("Austria", 1L, 2L);
        countries.add("Belgium", 1L);
        open(source().lookup("name", "id"));
        assertThat(lookup.asyncLookup(GenericRowData.of(StringData.fromString("Belgium"), 1L))
                        .get(30, TimeUnit.SECONDS))
                .hasSize(1);
        assertThat(lookup.asyncLookup(GenericRowData.of(StringData.fromString("Belgium"), 2L))
                        .get(30, TimeUnit.SECONDS))
                .isEmpty();
    }

    @Test
    void newVersionsChangeWhatIsFound() throws Exception {
        countries.add("Austria", 1L, 2L);
        open(source().lookup("id").refreshEvery(OFTEN));
        assertThat(names(1L)).containsExactly("Austria");
        countries.add("Belgium", 2L, 3L);
        await(3L, "Belgium");
        assertThat(names(2L)).containsExactlyInAnyOrder("Austria", "Belgium");
        countries.replaceFirst("Croatia", 1L, 4L);
        await(4L, "Croatia");
        assertThat(names(1L)).containsExactly("Croatia");
        assertThat(names(2L)).containsExactly("Austria");
        assertThat(names(3L)).containsExactly("Belgium");
    }

    /** Each version replaces the rows of all before: what has changed is more than what there is. */
    @Test
    void moreChangesThanFitAreNoError() throws Exception {
        countries.add("Austria", 1L);
        open(source().lookup("id").refreshEvery(OFTEN).maxMemory(new MemorySize(1500)));
        assertThat(names(1L)).containsExactly("Austria");
        for (long id = 2; id < 12; id++) {
            countries.replaceFirst("name-" + id, id);
        }
        await(11L, "name-11");
        assertThat(names(1L)).isEmpty();
        assertThat(names(10L)).isEmpty();
    }

    @Test
    void moreRowsThanFitAreAnError() throws Exception {
        countries.add("Austria", 1L, 2L, 3L);
        open(source().lookup("id").maxMemory(new MemorySize(300)));
        assertThatThrownBy(() -> names(1L))
                .rootCause()
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("more memory")
                .hasMessageContaining("maxBytes=300");
    }

    @Test
    void aTableThatIsDroppedIsAnError() throws Exception {
        countries.add("Austria", 1L);
        open(source().lookup("id").refreshEvery(OFTEN));
        assertThat(names(1L)).containsExactly("Austria");
        Files.move(folder, temporary.resolve("elsewhere"));
        assertFails("This is not a Delta table", "table=" + folder);
    }

    /** With as many versions, with fewer and with more. */
    @ParameterizedTest
    @ValueSource(ints = {2, 1, 7})
    void aTableThatIsMadeAnewIsAnError(int commits) throws Exception {
        countries.add("Austria", 1L);
        countries.add("Belgium", 2L);
        Path first = Files.move(folder, temporary.resolve("first"));
        Files.createSymbolicLink(folder, first);
        open(source().lookup("id").refreshEvery(OFTEN));
        assertThat(names(2L)).containsExactly("Belgium");
        Path second = temporary.resolve("second");
        try (Countries others = new Countries(second)) {
            for (long id = 0; id < commits; id++) {
                others.add("Croatia", id);
            }
        }
        Files.move(Files.createSymbolicLink(temporary.resolve("link"), second), folder, StandardCopyOption.ATOMIC_MOVE);
        assertFails("made anew", "table=" + folder);
    }

    private void assertFails(String... message) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!fails() && System.nanoTime() < end) {
            Thread.sleep(20);
        }
        assertThatThrownBy(() -> names(1L)).rootCause().hasMessageContainingAll(message);
    }

    private boolean fails() {
        return lookup.asyncLookup(GenericRowData.of(1L)).isCompletedExceptionally();
    }

    @Test
    void keysAreColumnsThatAreRead() {
        assertThatThrownBy(() -> source().lookup("population"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("column=population");
        assertThatThrownBy(() -> source().lookup()).isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void metadataColumnsAreThoseOfChanges() {
        DeltaSource withMetadata = DeltaSource.forRowData(folder.toString())
                .metadataColumns("_commit_version")
                .build();
        assertThatThrownBy(() -> withMetadata.lookup("id"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("column=_commit_version");
    }

    @Test
    void intervalsArePositive() {
        assertThatThrownBy(() -> source().lookup("id").refreshEvery(Duration.ZERO))
                .isInstanceOf(InvalidRequestException.class);
    }

    private DeltaSource source() {
        return DeltaSource.forRowData(folder.toString()).build();
    }

    /** As it travels to a task. */
    private void open(DeltaLookupFunction function) throws Exception {
        lookup = InstantiationUtil.clone(function);
        lookup.open(null);
    }

    private void await(Long id, String name) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!names(id).contains(name) && System.nanoTime() < end) {
            Thread.sleep(10);
        }
        assertThat(names(id)).contains(name);
    }

    private List<String> names(Long id) throws Exception {
        return lookup.asyncLookup(GenericRowData.of(id)).get(30, TimeUnit.SECONDS).stream()
                .map(row -> row.getString(1).toString())
                .toList();
    }
}
