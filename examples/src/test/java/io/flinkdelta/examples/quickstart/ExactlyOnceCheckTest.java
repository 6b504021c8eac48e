/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExactlyOnceCheckTest {
    private static final CovidRecord ONE = record("One", 1);
    private static final CovidRecord TWO = record(null, 2);

    private final ExactlyOnceCheck check = new ExactlyOnceCheck(List.of(ONE, TWO), 2);

    @Test
    void passesWhenEveryRecordOfEveryPassIsThereOnce() {
        check.add(2, TWO);
        check.add(1, ONE);
        check.add(1, TWO);
        check.add(2, ONE);

        assertThat(check.result()).isEqualTo(new ExactlyOnceCheck.Result(4, 0, 0, 0, List.of()));
        assertThat(check.result().exactlyOnce()).isTrue();
    }

    @Test
    void tellsLostDoubledAndUnknownRowsApartThoughTheirNumberIsRight() {
        check.add(1, ONE);
        check.add(1, ONE);
        check.add(2, record("One", 3));
        check.add(3, ONE);

        ExactlyOnceCheck.Result result = check.result();

        assertThat(result.rows()).isEqualTo(4);
        assertThat(result.lost()).isEqualTo(3);
        assertThat(result.doubled()).isEqualTo(1);
        assertThat(result.unknown()).isEqualTo(2);
        assertThat(result.exactlyOnce()).isFalse();
        assertThat(result.examples()).contains("2 times: pass 1, " + ONE, "0 times: pass 1, " + TWO);
    }

    private static CovidRecord record(String province, long confirmed) {
        return new CovidRecord(province, "Country", Instant.EPOCH, confirmed, 0, 0, 0.5, -0.5);
    }
}
