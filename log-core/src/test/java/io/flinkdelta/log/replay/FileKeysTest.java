/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.testing.TestTable;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FileKeysTest {
    private final FileKeys local = new FileKeys("/data/my table");
    private final FileKeys hdfs = new FileKeys("hdfs://nn:8020/data/my table");

    @Test
    void oneLocalFileHasManySpellings() {
        assertThat(Stream.of("/a/b", "file:/a/b", "file:///a/b", "/a/%62", "file:///%61/b")
                        .map(local::canonical))
                .containsOnly("file:///a/b");
    }

    @Test
    void oneFileOfAClusterHasManySpellings() {
        assertThat(Stream.of("/a/b", "hdfs:/a/b", "hdfs:///a/b", "hdfs://nn:8020/a/b")
                        .map(hdfs::canonical))
                .containsOnly("hdfs://nn:8020/a/b");
        assertThat(hdfs.canonical("hdfs://other/a/b")).isEqualTo("hdfs://other/a/b");
        assertThat(hdfs.canonical("file:/a/b")).isEqualTo("file:///a/b");
    }

    @Test
    void relativePathsStayRelative() {
        assertThat(local.canonical("part-1.parquet")).isEqualTo("part-1.parquet");
        assertThat(local.canonical("p=a%20b/part-1.parquet")).isEqualTo("p=a b/part-1.parquet");
        assertThat(local.canonical("p=a:b/part")).isEqualTo("p=a:b/part");
        assertThat(local.canonical("a%3Ab/part")).isEqualTo("a:b/part");
    }

    @Test
    void aDeletionVectorMakesAnotherFile() {
        AddFile plain = TestTable.file("f");
        AddFile hidden = new AddFile(
                "f",
                plain.partitionValues(),
                1,
                1,
                true,
                Optional.empty(),
                plain.tags(),
                Optional.of(new DeletionVectorDescriptor("u", "x", OptionalInt.of(1), 2, 3)),
                plain.baseRowId(),
                plain.defaultRowCommitVersion(),
                Optional.empty());
        assertThat(local.of(plain)).isEqualTo(new FileKey("f", ""));
        assertThat(local.of(hidden)).isEqualTo(new FileKey("f", "ux@1"));
        assertThat(local.of(TestTable.tombstone("f", 1))).isEqualTo(local.of(plain));
        FileReconciliation files = new FileReconciliation(local);
        assertThat(files.acceptFromCommit(hidden)).isTrue();
        assertThat(files.acceptFromCommit(TestTable.tombstone("f", 1))).isTrue();
        assertThat(files.acceptFromCommit(plain)).isFalse();
    }
}
