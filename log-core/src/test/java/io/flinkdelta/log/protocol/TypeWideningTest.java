/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.schema.SchemaJson;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeWideningTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "byte|short",
                "byte|long",
                "short|integer",
                "integer|long",
                "float|double",
                "byte|double",
                "integer|double",
                "date|timestamp_ntz",
                "decimal(5,2)|decimal(6,2)",
                "decimal(5,2)|decimal(6,3)",
                "byte|decimal(10,0)",
                "integer|decimal(12,2)",
                "long|decimal(20,0)",
                "long|decimal(25,5)"
            })
    void keepsEveryValue(String from, String to) {
        assertThat(isSupported(from, to)).isTrue();
        assertThat(isSupported(to, from)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "long|double",
                "integer|float",
                "integer|integer",
                "date|timestamp",
                "date|long",
                "string|binary",
                "decimal(5,2)|decimal(5,2)",
                "decimal(5,2)|decimal(6,4)",
                "decimal(5,2)|decimal(6,1)",
                "decimal(5,2)|double",
                "byte|decimal(9,0)",
                "long|decimal(19,0)",
                "long|decimal(22,3)",
                "float|decimal(38,10)"
            })
    void isNone(String from, String to) {
        assertThat(isSupported(from, to)).isFalse();
    }

    private static boolean isSupported(String from, String to) {
        return TypeWidening.isSupported(SchemaJson.parseType(from), SchemaJson.parseType(to));
    }
}
