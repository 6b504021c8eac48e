/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RowCountTest {
    @Test
    @DisplayName("rows that are there once are neither lost nor doubled")
    void exactlyOnce() {
        RowCount count = counted(3, 2, 0, 1);

        assertThat(count.lost()).isZero();
        assertThat(count.doubled()).isZero();
        assertThat(count.unexpected()).isZero();
    }

    @Test
    @DisplayName("lost, doubled and unexpected rows are told apart")
    void wrong() {
        RowCount count = counted(4, 0, 2, 2, 2, 4, -1, Long.MAX_VALUE);

        assertThat(count.lost()).isEqualTo(2);
        assertThat(count.doubled()).isEqualTo(2);
        assertThat(count.unexpected()).isEqualTo(3);
    }

    private static RowCount counted(int expected, long... numbers) {
        RowCount count = RowCount.of(expected);
        for (long number : numbers) {
            count.add(number);
        }
        return count;
    }
}
