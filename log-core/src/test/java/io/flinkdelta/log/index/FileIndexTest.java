/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.checkpoint.AddRow;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.expression.Expression.And;
import io.flinkdelta.log.expression.Expression.Column;
import io.flinkdelta.log.expression.Expression.Comparison;
import io.flinkdelta.log.expression.Expression.Comparison.Operator;
import io.flinkdelta.log.expression.Expression.Literal;
import io.flinkdelta.log.expression.Expression.Or;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.replay.CommitFile;
import io.flinkdelta.log.replay.FileKey;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.stats.JsonFileStats;
import io.flinkdelta.log.stats.ScanFilter;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileIndexTest {
    private static final FileKeys KEYS = new FileKeys("/data/table");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    @DisplayName("files come out equal to what went in, and are found by their keys")
    void roundTrip(long seed) {
        RandomFiles generator = new RandomFiles(new Random(seed), seed % 2 == 0);
        List<AddFile> files = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            files.add(generator.next());
        }
        FileBlock block = block(files);
        Scratch scratch = new Scratch();
        for (int i = 0; i < files.size(); i++) {
            assertThat(block.file(i, scratch)).as("seed %s", seed).isEqualTo(files.get(i));
            List<Integer> found = new ArrayList<>();
            block.find(KEYS.of(files.get(i)), KEYS, scratch, found::add);
            assertThat(found).as("seed %s", seed).contains(i);
        }
        FileIndex index = FileIndex.of(KEYS, List.of(block));
        assertThat(index.fileCount()).isEqualTo(3000);
        assertThat(index.sizeInBytes())
                .isEqualTo(files.stream().mapToLong(AddFile::size).sum());
        assertThat(index.files()).containsExactlyElementsOf(files);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    @DisplayName("after each of many commits the index holds what a map of the last words does")
    void commits(long seed) throws IOException {
        Random random = new Random(seed);
        RandomFiles generator = new RandomFiles(random, true);
        Map<FileKey, AddFile> live = new LinkedHashMap<>();
        FileIndex index = FileIndex.of(KEYS, List.of());
        List<FileIndex> older = new ArrayList<>();
        List<Map<FileKey, AddFile>> olderLive = new ArrayList<>();
        for (int version = 0; version < 120; version++) {
            List<Action> actions = new ArrayList<>();
            for (int i = random.nextInt(30); i > 0; i--) {
                AddFile add = generator.next();
                actions.add(add);
            }
            List<AddFile> known = List.copyOf(live.values());
            for (int i = random.nextInt(25); i > 0 && !known.isEmpty(); i--) {
                AddFile file = known.get(random.nextInt(known.size()));
                actions.add(random.nextInt(4) == 0 ? again(generator, file) : RemoveFile.of(file, 1));
            }
            for (Action action : actions) {
                if (action instanceof AddFile add) {
                    live.put(KEYS.of(add), add);
                } else {
                    live.remove(KEYS.of((RemoveFile) action));
                }
            }
            FileChanges.Builder changes = new FileChanges.Builder(KEYS);
            changes.addOlder(commit(version, actions));
            index = index.with(changes.build());
            requireSame(index, live, "seed " + seed + ", version " + version);
            if (version % 20 == 0) {
                older.add(index);
                olderLive.add(new LinkedHashMap<>(live));
            }
        }
        for (int i = 0; i < older.size(); i++) {
            requireSame(older.get(i), olderLive.get(i), "older index " + i);
        }
    }

    private static void requireSame(FileIndex index, Map<FileKey, AddFile> live, String what) {
        assertThat(index.fileCount()).as(what).isEqualTo(live.size());
        assertThat(index.sizeInBytes())
                .as(what)
                .isEqualTo(live.values().stream().mapToLong(AddFile::size).sum());
        assertThat(index.files().collect(Collectors.toMap(KEYS::of, file -> file)))
                .as(what)
                .isEqualTo(live);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    @DisplayName("pruning out of the columns decides as pruning by the JSON does")
    void pruning(long seed) {
        Random random = new Random(seed);
        RandomFiles generator = new RandomFiles(random, false);
        List<AddFile> files = Stream.generate(generator::next).limit(2000).toList();
        FileIndex index = FileIndex.of(KEYS, List.of(block(files.subList(0, 500)), block(files.subList(500, 2000))));
        StructType schema = StructType.of(
                new StructField("id", PrimitiveType.LONG, true),
                new StructField("s", PrimitiveType.STRING, true),
                new StructField("p", PrimitiveType.STRING, true));
        Metadata metadata = new Metadata(
                "id",
                Optional.empty(),
                Optional.empty(),
                Metadata.Format.parquet(),
                SchemaJson.write(schema),
                List.of("p"),
                OptionalLong.empty(),
                Map.of());
        for (int i = 0; i < 50; i++) {
            Expression range = new Comparison(
                    List.of(Operator.values()).get(random.nextInt(Operator.values().length)),
                    Column.of("id"),
                    new Literal((long) random.nextInt(110), PrimitiveType.LONG));
            Expression text = new Comparison(
                    Operator.LESS, Column.of("s"), new Literal("aA" + random.nextInt(9), PrimitiveType.STRING));
            Expression partition =
                    new Comparison(Operator.EQUAL, Column.of("p"), new Literal("1", PrimitiveType.STRING));
            Expression both =
                    random.nextBoolean() ? new And(range, partition) : new Or(range, new And(text, partition));
            ScanFilter filter = ScanFilter.of(both, metadata, ErrorContext.none());
            JsonFileStats stats = new JsonFileStats(filter.statsColumns());
            List<AddFile> expected = files.stream()
                    .filter(file -> filter.mayMatch(
                            file.partitionValues(), stats.read(file.stats().orElse(""))))
                    .toList();
            assertThat(index.files(filter)).as("seed %s: %s", seed, both).containsExactlyElementsOf(expected);
        }
    }

    @Test
    @DisplayName("a file with usual statistics takes less than 400 bytes")
    void memory() {
        long bytes = 0;
        int files = 0;
        long json = 0;
        for (int i = 0; i < 4; i++) {
            FileBlockBuilder builder = new FileBlockBuilder();
            while (!builder.isFull()) {
                AddFile file = TypicalFiles.file(files++);
                json += file.stats().orElseThrow().length();
                AddRow row = AddRow.of(file);
                builder.add(row, new FileKeyHash(KEYS).of(row));
            }
            bytes += builder.build().heapBytes();
        }
        assertThat(json / files).isBetween(480L, 620L);
        assertThat(bytes / files).isLessThan(250);
    }

    private static FileBlock block(List<AddFile> files) {
        FileBlockBuilder builder = new FileBlockBuilder();
        FileKeyHash hash = new FileKeyHash(KEYS);
        for (AddFile file : files) {
            AddRow row = AddRow.of(file);
            builder.add(row, hash.of(row));
        }
        return builder.build();
    }

    private static AddFile again(RandomFiles generator, AddFile file) {
        AddFile other = generator.at(file.path());
        return new AddFile(
                other.path(),
                other.partitionValues(),
                other.size(),
                other.modificationTime(),
                other.dataChange(),
                other.stats(),
                other.tags(),
                file.deletionVector(),
                other.baseRowId(),
                other.defaultRowCommitVersion(),
                other.clusteringProvider());
    }

    private static CommitFile commit(long version, List<Action> actions) throws IOException {
        String lines = actions.stream().map(ActionJson::write).collect(Collectors.joining("\n"));
        InMemoryLogStore store = new InMemoryLogStore();
        store.putIfAbsent(LogFile.commit(version).fileName(), LogContent.of(lines.getBytes(StandardCharsets.UTF_8)));
        return CommitFile.read(store, version, ErrorContext.none());
    }
}
