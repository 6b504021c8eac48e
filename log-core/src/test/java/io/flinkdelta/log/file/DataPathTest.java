/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.CorruptLogException;
import java.net.URI;
import java.util.Random;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataPathTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "part-00000.parquet",
                "p=a b/x.parquet",
                "p=a%3Ab/x.parquet",
                "p=%252F/x.parquet",
                "p=é/日本/😀.parquet",
                "p=a}b|c<d>e`f/x",
                "p=a&b+c,d;e~f!g(h)i'j*k@l$m/x",
                "p=\u00a0\u2003\u0085/x",
                "p=\u0001\u007f/x"
            })
    void encodesAsTheUriOfAHadoopPath(String path) {
        assertThat(DataPath.encode(path)).isEqualTo(new Path(path).toUri().toString());
        assertThat(DataPath.decode(DataPath.encode(path))).isEqualTo(path);
        assertThat(new Path(URI.create(DataPath.encode(path)))).isEqualTo(new Path(path));
    }

    @Test
    void anyPathSurvivesEncoding() {
        long seed = 20261130;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder name = new StringBuilder("p=");
            random.ints(8, 1, random.nextInt(4) == 0 ? 0x10FFFF : 0x100)
                    .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                    .forEach(name::appendCodePoint);
            String path = name.toString();
            String encoded = DataPath.encode(path);
            assertThat(DataPath.decode(encoded)).as("seed %s", seed).isEqualTo(path);
            assertThat(URI.create(encoded).getPath()).as("seed %s", seed).isEqualTo(path);
        }
    }

    @Test
    void aColonInTheFirstSegmentIsNoScheme() {
        assertThat(DataPath.encode("a:b/c:d")).isEqualTo("a%3Ab/c:d");
        assertThat(DataPath.isAbsolute(DataPath.encode("a:b/c:d"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%", "a%2", "a%zz/b", "a%+1b", "%FF.parquet", "%C3/x"})
    void whatIsNotEncodedIsCorrupt(String path) {
        assertThatThrownBy(() -> DataPath.decode(path))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContaining(path);
    }

    @ParameterizedTest
    @CsvSource({
        "part-0.parquet, false",
        "p=a:b/x.parquet, false",
        "/data/x.parquet, true",
        "file:/data/x, true",
        "s3a://bucket/x, true",
        "hdfs://nn:8020/t/x, true",
        "1a:b, false",
        "größe:b, false"
    })
    void tellsAbsolutePaths(String path, boolean absolute) {
        assertThat(DataPath.isAbsolute(path)).isEqualTo(absolute);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "a:b p=a%3Ab",
                "a/b p=a%2Fb",
                "a=b p=a%3Db",
                "%2F p=%252F",
                "{x}[y]^z p=%7Bx}%5By%5D%5Ez",
                "é😀 p=é😀",
                "a\"b p=a%22b",
                "NULL p=NULL",
                ".. p=.."
            })
    void folderNamesAreEscapedAsSparkDoes(String value, String folder) {
        assertThat(DataPath.partitionFolder("p", value)).isEqualTo(folder);
    }

    @Test
    void controlCharactersAreEscaped() {
        assertThat(DataPath.escapePartition("a\tb\nc\u007Fd\u0000e")).isEqualTo("a%09b%0Ac%7Fd%00e");
        assertThat(DataPath.partitionFolder("a b:c", "x")).isEqualTo("a b%3Ac=x");
    }

    @Test
    void theNullValueHasAFolderOfItsOwn() {
        assertThat(DataPath.partitionFolder("p", null)).isEqualTo("p=__HIVE_DEFAULT_PARTITION__");
        assertThat(DataPath.partitionFolder("p", "")).isEqualTo("p=__HIVE_DEFAULT_PARTITION__");
    }
}
