/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.testing.SharedTables;
import io.flinkdelta.source.plan.CommitReading;
import java.util.Map;
import org.apache.flink.api.connector.source.Boundedness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a user of the builder types. */
class DeltaSourceBuilderTest {
    private final String table = SharedTables.find().spark("dv-basic").toString();

    @ParameterizedTest
    @EnumSource(CommitReading.class)
    void valuesAreWrittenAsTheDocumentsWriteThem(CommitReading reading) {
        String value = reading.toString();
        assertThat(value).matches("[a-z-]+");
        assertThat(builder().options(Map.of("scan.commit-reading", value)).build())
                .isNotNull();
    }

    @Test
    void anUnknownValueIsAnsweredWithTheKnownOnes() {
        assertThatThrownBy(() -> builder()
                        .options(Map.of("scan.commit-reading", "everything"))
                        .build())
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("skip-change-commits")
                .hasMessageContaining("option=scan.commit-reading");
    }

    @Test
    void metadataColumnsAreThoseThatThereAre() {
        assertThatThrownBy(() -> builder().metadataColumns("_commit").build())
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("column=_commit")
                .hasMessageContaining("_commit_version, _commit_timestamp");
        assertThatThrownBy(() ->
                        builder().metadataColumns("_row_index", "_row_index").build())
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("named twice");
    }

    @Test
    void anEndThatIsNotThereYetIsWaitedFor() {
        DeltaSource source =
                builder().options(Map.of("scan.ending-version", "100")).build();
        assertThat(source.getBoundedness()).isEqualTo(Boundedness.BOUNDED);
        assertThat(source.looksAgain()).isTrue();
        assertThat(builder().build().looksAgain()).isFalse();
    }

    private DeltaSourceBuilder builder() {
        return DeltaSource.forRowData(table);
    }
}
