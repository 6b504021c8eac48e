/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.schema.PrimitiveType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnDefaultTest {
    private static final ColumnPath COLUMN = ColumnPath.of("n");

    @ParameterizedTest
    @ValueSource(strings = {"7", "7L", "NULL", "year(current_date())", "CAST(7 AS BIGINT)"})
    void whatHasAValueOfTheColumnsTypeIsADefault(String sql) {
        assertThatCode(() -> ColumnDefault.require(sql, PrimitiveType.INTEGER, COLUMN))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "seven      | The default of a column cannot be computed from columns. [column=n, expression=seven] Write",
                "n + 1      | The default of a column cannot be computed from columns. [column=n, expression=n + 1] Write",
                "seven(7)   | the function seven at character 1. [column=n, expression=seven(7)]",
                "7 7        | at character 3. [column=n, expression=7 7]",
                "'seven'    | column=n, expression='seven', type=integer",
                "2147483648 | column=n, expression=2147483648, type=integer"
            })
    void anotherOneIsRefused(String sql, String inMessage) {
        assertThatThrownBy(() -> ColumnDefault.require(sql, PrimitiveType.INTEGER, COLUMN))
                .isInstanceOf(DeltaException.class)
                .hasMessageContaining(inMessage);
    }
}
