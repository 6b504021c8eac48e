/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.testing.SharedCommits;
import io.flinkdelta.log.testing.SharedTables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Partition values and the paths made of them, compared with what Spark wrote. */
class SharedPartitionsTest {
    @TempDir
    Path scratch;

    @Test
    void valuesAreReadAndWrittenAlike() {
        int values = 0;
        for (Path table : tables()) {
            Metadata metadata = SharedCommits.actions(table, Metadata.class).get(0);
            StructType schema = metadata.schema();
            for (AddFile add : SharedCommits.actions(table, AddFile.class)) {
                for (String column : metadata.partitionColumns()) {
                    DataType type = schema.field(column).orElseThrow().type();
                    String text = add.partitionValues().get(column);
                    Object value = PartitionValueFormat.parse(column, type, text);
                    assertThat(PartitionValueFormat.format(column, type, value)).isEqualTo(text);
                    values++;
                }
            }
        }
        assertThat(values).isGreaterThan(300);
    }

    @Test
    void pathsAreThoseOfSpark() {
        int paths = 0;
        for (Path table : tables()) {
            Metadata metadata = SharedCommits.actions(table, Metadata.class).get(0);
            StructType schema = metadata.schema();
            for (AddFile add : SharedCommits.actions(table, AddFile.class)) {
                String decoded = DataPath.decode(add.path());
                assertThat(DataPath.encode(decoded)).isEqualTo(add.path());
                assertThat(Files.exists(table.resolve(decoded)) || isRemoved(table, add))
                        .as(add.path())
                        .isTrue();
                StringJoiner folder = new StringJoiner("/");
                for (String column : metadata.partitionColumns()) {
                    String text = add.partitionValues().get(column);
                    if (schema.field(column).orElseThrow().type() == PrimitiveType.TIMESTAMP && text != null) {
                        // Spark's folder has the time zone of the session, and no digits that are zero.
                        text = text.replace('T', ' ').replace(".000000Z", "").replace("Z", "");
                    }
                    folder.add(DataPath.partitionFolder(column, text));
                }
                assertThat(decoded).startsWith(folder + "/");
                paths++;
            }
        }
        assertThat(paths).isGreaterThan(250);
    }

    private static boolean isRemoved(Path table, AddFile add) {
        return SharedCommits.actions(table, RemoveFile.class).stream()
                .anyMatch(remove -> remove.path().equals(add.path()));
    }

    private List<Path> tables() {
        SharedTables shared = SharedTables.find();
        List<Path> tables = new ArrayList<>(shared.all().stream()
                .filter(table -> table.getFileName().toString().startsWith("partition-"))
                .filter(table -> !table.endsWith("partition-mapped"))
                .toList());
        for (String packed : List.of("partition-binary", "partition-string", "partition-special-strings")) {
            tables.add(shared.unpackSpark(packed, scratch));
        }
        return tables;
    }
}
