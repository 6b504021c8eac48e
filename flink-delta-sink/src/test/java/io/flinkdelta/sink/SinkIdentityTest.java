/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SinkIdentityTest {
    private static final SinkIdentity.Run RUN = new SinkIdentity.Run("build", "job", "operator");

    @Test
    void theAttemptsOfARunShareIt() {
        SinkIdentity again = SinkIdentity.ofRun(new SinkIdentity.Run("build", "job", "operator"));

        assertThat(again).isEqualTo(SinkIdentity.ofRun(RUN));
        assertThat(again.finalCommittableId()).isEqualTo(SinkIdentity.ofRun(RUN).finalCommittableId());
    }

    @Test
    void anotherSinkOrExecutionOrUseInOneJobIsAnother() {
        List<SinkIdentity> identities = Stream.of(
                        RUN,
                        new SinkIdentity.Run("other", "job", "operator"),
                        new SinkIdentity.Run("build", "other", "operator"),
                        new SinkIdentity.Run("build", "job", "other"))
                .map(SinkIdentity::ofRun)
                .toList();

        assertThat(identities).extracting(SinkIdentity::applicationId).doesNotHaveDuplicates();
        assertThat(identities).extracting(SinkIdentity::finalCommittableId).doesNotHaveDuplicates();
    }

    @Test
    void aRandomOneIsNeverTheSame() {
        assertThat(SinkIdentity.random(RUN).applicationId())
                .isNotEqualTo(SinkIdentity.random(RUN).applicationId());
    }
}
