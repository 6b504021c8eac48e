/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WideBoundsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|{\"numRecords\":7,\"tightBounds\":false}",
                " { } |{\"numRecords\":7,\"tightBounds\":false }",
                "{\"numRecords\":7}|{\"tightBounds\":false,\"numRecords\":7}",
                "{\"tightBounds\":true}|{\"numRecords\":7,\"tightBounds\":false}",
                "{\"numRecords\":7,\"tightBounds\":true,\"x\":1}|{\"numRecords\":7,\"tightBounds\":false,\"x\":1}",
                "{\"numRecords\":7,\"tightBounds\":false}|{\"numRecords\":7,\"tightBounds\":false}",
                "{\"tightBounds\":null,\"numRecords\":7}|{\"tightBounds\":false,\"numRecords\":7}"
            })
    void boundsBecomeWide(String stats, String wide) {
        assertThat(WideBounds.of(stats, 7)).isEqualTo(wide);
    }

    @Test
    void everythingElseStaysDigitByDigit() {
        String rest = "\"numRecords\":7,\"minValues\":{\"d\":1.10,\"e\":1E+3,\"tightBounds\":true,"
                + "\"s\":\"\\u00e4\ud83d\ude00\"},\"nullCount\":{\"numRecords\":3}}";
        assertThat(WideBounds.of("{" + rest, 7)).isEqualTo("{\"tightBounds\":false," + rest);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "7", "{\"numRecords\":8}", "{\"numRecords\":\"x\"}", "{\"numRecords\":7"})
    void brokenStatisticsAreRefused(String stats) {
        assertThatThrownBy(() -> WideBounds.of(stats, 7)).isInstanceOf(IllegalArgumentException.class);
    }
}
