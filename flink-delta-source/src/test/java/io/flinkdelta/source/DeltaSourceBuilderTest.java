/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.testing.SharedTables;
import io.flinkdelta.source.plan.CommitReading;
import java.util.Map;
import org.apache.flink.api.connector.source.Boundedness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "id | InvalidRequestException | is no condition",
                "id = 'abc' | InvalidRequestException | no value for any row",
                "id in (1, 'x') and s = 'a' | InvalidRequestException | no value for any row",
                "id = true | UnsupportedFeatureException | mixes the types long and boolean",
                "not k | UnsupportedFeatureException | where a condition is needed",
                "id > | InvalidRequestException | syntax error: the end, too early at character 5",
                "'' | InvalidRequestException | syntax error: the end, too early at character 1",
                "id; drop | UnsupportedFeatureException | the character ; at character 3",
                "nowhere = 1 | InvalidRequestException | column=nowhere",
                "_commit_version > 5 | InvalidRequestException | names a metadata column",
                "id > 1 and _FILE_PATH like '%x' | InvalidRequestException | column=_file_path",
                "_commit_timestamp > '2026-01-31' | InvalidRequestException | after the source",
            })
    void aFilterThatIsNoneIsRefusedBeforeThereIsAJob(String sql, String kind, String problem) {
        assertThatThrownBy(() ->
                        builder().filter(sql).metadataColumns("_commit_version").build())
                .as(sql)
                .matches(failure -> failure.getClass().getSimpleName().equals(kind), kind)
                .hasMessageContainingAll("table=" + table, "expression=" + sql, problem);
    }

    @Test
    void columnsAreNamedInAnyCase() {
        DeltaSource source =
                builder().columns("S", "id").filter("ID > 1 AND K = 2").build();
        assertThat(source.schema().fields()).extracting(StructField::name).containsExactly("s", "id");
        assertThatThrownBy(() -> builder().columns("s", "S").build())
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll("selected twice", "column=s");
        assertThatThrownBy(() -> builder().columns("nowhere").build())
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll("no column of this name", "columns=id,k,s,v");
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
