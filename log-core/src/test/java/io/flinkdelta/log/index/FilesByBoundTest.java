/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.checkpoint.AddRow;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.stats.LowerBound;
import io.flinkdelta.log.stats.ScanFilter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilesByBoundTest {
    private static final FileKeys KEYS = new FileKeys("/data/table");
    private static final StructType SCHEMA = StructType.of(
            new StructField("id", PrimitiveType.LONG, true), new StructField("p", PrimitiveType.STRING, true));
    private static final LowerBound BOUND =
            LowerBound.of(List.of("id"), SCHEMA, List.of("p"), ColumnMapping.of(Map.of()), ErrorContext.none());

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    @DisplayName("files come by bound whatever blocks they are in, and go on behind any of them")
    void byBound(long seed) {
        List<AddFile> files = files(seed, 500);
        List<PlacedFile> ordered = all(index(files, seed).byBound(BOUND, Optional.empty(), Optional.empty()));

        assertThat(ordered).extracting(PlacedFile::file).containsExactlyInAnyOrderElementsOf(files);
        assertThat(ordered)
                .extracting(placed -> BOUND.of(placed.file()).orElse(Long.MIN_VALUE))
                .isSorted();
        Collections.shuffle(files, new Random(-seed));
        FileIndex other = index(files, -seed);
        assertThat(all(other.byBound(BOUND, Optional.empty(), Optional.empty())))
                .isEqualTo(ordered);
        for (int i = 0; i < ordered.size(); i += 7) {
            Optional<FilePlace> after = Optional.of(ordered.get(i).place());
            assertThat(all(other.byBound(BOUND, Optional.empty(), after)))
                    .as("seed %s, after %s", seed, i)
                    .isEqualTo(ordered.subList(i + 1, ordered.size()));
        }
    }

    @Test
    @DisplayName("those that a filter prunes are left out")
    void filtered() {
        FileIndex index = index(files(4, 500), 4);
        ScanFilter filter = ScanFilter.of(
                Expression.parse("id < 40 AND p = '1'"),
                SCHEMA,
                List.of("p"),
                ColumnMapping.of(Map.of()),
                ErrorContext.none());

        List<PlacedFile> ordered = all(index.byBound(BOUND, Optional.of(filter), Optional.empty()));

        assertThat(ordered)
                .extracting(PlacedFile::file)
                .containsExactlyInAnyOrderElementsOf(index.files(filter).toList())
                .isNotEmpty();
        // Behind any file of the version, be it pruned.
        List<PlacedFile> unpruned = all(index.byBound(BOUND, Optional.empty(), Optional.empty()));
        for (int i = 0; i < unpruned.size(); i += 13) {
            List<PlacedFile> rest = new ArrayList<>(unpruned.subList(i + 1, unpruned.size()));
            rest.retainAll(ordered);
            assertThat(all(index.byBound(
                            BOUND,
                            Optional.of(filter),
                            Optional.of(unpruned.get(i).place()))))
                    .isEqualTo(rest);
        }
    }

    private static List<AddFile> files(long seed, int count) {
        RandomFiles generator = new RandomFiles(new Random(seed), true);
        List<AddFile> files = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            files.add(generator.next());
        }
        return files;
    }

    private static FileIndex index(List<AddFile> files, long seed) {
        Random random = new Random(seed);
        FileKeyHash hash = new FileKeyHash(KEYS);
        List<FileBlock> blocks = new ArrayList<>();
        for (int first = 0; first < files.size(); ) {
            int end = Math.min(files.size(), first + 1 + random.nextInt(100));
            FileBlockBuilder builder = new FileBlockBuilder();
            for (AddFile file : files.subList(first, end)) {
                AddRow row = AddRow.of(file);
                builder.add(row, hash.of(row));
            }
            blocks.add(builder.build());
            first = end;
        }
        return FileIndex.of(KEYS, blocks);
    }

    private static List<PlacedFile> all(Iterator<PlacedFile> files) {
        List<PlacedFile> all = new ArrayList<>();
        files.forEachRemaining(all::add);
        return all;
    }
}
