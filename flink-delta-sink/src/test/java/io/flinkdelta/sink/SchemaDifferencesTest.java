/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.sink.SchemaDifferences.Difference;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaDifferencesTest {
    private static final StructField ID = new StructField("id", PrimitiveType.LONG, false);
    private static final StructField NAME = new StructField("name", PrimitiveType.STRING, true);

    @Test
    void theSameSchemaHasNone() {
        assertThat(between(StructType.of(ID, NAME), StructType.of(ID, NAME))).isEmpty();
    }

    @Test
    void theOrderOfColumnsAndOfNestedFieldsDoesNotMatter() {
        StructField ab = new StructField("s", StructType.of(ID, NAME), true);
        StructField ba = new StructField("s", StructType.of(NAME, ID), true);

        assertThat(between(StructType.of(NAME, ID, ab), StructType.of(ba, ID, NAME)))
                .isEmpty();
    }

    @Test
    void commentsDoNotMatter() {
        StructField commented = new StructField(
                "id", PrimitiveType.LONG, false, FieldMetadata.empty().with("comment", "x"));

        assertThat(between(StructType.of(ID), StructType.of(commented))).isEmpty();
    }

    @Test
    void missingAndExtraColumnsAreBothNamed() {
        assertThat(between(StructType.of(ID), StructType.of(NAME)))
                .containsExactly(
                        new Difference("id", "long NOT NULL", "-", "not in the table"),
                        new Difference("name", "-", "string", "not in the sink"));
    }

    @Test
    void aNameOfAnotherCaseIsShownAsTheTableSpellsIt() {
        StructField upper = new StructField("ID", PrimitiveType.LONG, false);

        assertThat(between(StructType.of(upper), StructType.of(ID)))
                .containsExactly(
                        new Difference("ID", "long NOT NULL", "id long NOT NULL", "spelled differently in the table"));
    }

    @Test
    void anotherTypeIsADifferenceHoweverSmall() {
        StructField narrow = new StructField("d", new DecimalType(10, 2), true);
        StructField wide = new StructField("d", new DecimalType(12, 2), true);

        assertThat(between(StructType.of(narrow), StructType.of(wide)))
                .containsExactly(new Difference("d", "decimal(10,2)", "decimal(12,2)", "type differs"));
    }

    @Test
    void notNullMayGoIntoNullableButNotTheOtherWayRound() {
        StructField nullable = new StructField("id", PrimitiveType.LONG, true);

        assertThat(between(StructType.of(ID), StructType.of(nullable))).isEmpty();
        assertThat(between(StructType.of(nullable), StructType.of(ID)))
                .containsExactly(new Difference("id", "long", "long NOT NULL", "nullable in the sink only"));
    }

    @Test
    void nestedDifferencesNameTheirPath() {
        StructType sink = StructType.of(
                new StructField("a", new ArrayType(StructType.of(ID), true), true),
                new StructField("m", new MapType(PrimitiveType.STRING, PrimitiveType.LONG, true), true));
        StructType table = StructType.of(
                new StructField("a", new ArrayType(StructType.of(NAME), false), true),
                new StructField("m", new MapType(PrimitiveType.LONG, PrimitiveType.LONG, true), true));

        assertThat(between(sink, table))
                .extracting(Difference::column)
                .containsExactly("a.element", "a.element.id", "a.element.name", "m.key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta.generationExpression", "CURRENT_DEFAULT"})
    void aColumnThatTheTableComputesMayBeLeftOut(String key) {
        StructField computed = new StructField(
                "name", PrimitiveType.STRING, true, FieldMetadata.empty().with(key, "'x'"));

        assertThat(between(StructType.of(ID), StructType.of(ID, computed))).isEmpty();
        assertThat(between(StructType.of(ID, NAME), StructType.of(ID, computed)))
                .isEmpty();
        SinkSchema unpartitioned = new SinkSchema(StructType.of(ID), List.of());
        assertThat(SchemaDifferences.between(unpartitioned, StructType.of(ID, computed), List.of("name")))
                .isEmpty();
        SinkSchema partitioned = new SinkSchema(StructType.of(ID, NAME), List.of());
        assertThat(SchemaDifferences.between(partitioned, StructType.of(ID, computed), List.of("name")))
                .extracting(Difference::problem)
                .containsExactly("partition columns differ");
    }

    @Test
    void anIdentityColumnThatIsAlwaysGeneratedMustBeLeftOut() {
        StructField always = identity(false);
        StructField byDefault = identity(true);
        StructType given = StructType.of(new StructField("i", PrimitiveType.LONG, true), NAME);

        assertThat(between(given, StructType.of(always, NAME)))
                .extracting(Difference::problem)
                .containsExactly("generated always as identity: leave it out of the sink");
        assertThat(between(given, StructType.of(byDefault, NAME))).isEmpty();
        assertThat(between(StructType.of(NAME), StructType.of(always, NAME))).isEmpty();
        assertThat(between(StructType.of(NAME), StructType.of(byDefault, NAME))).isEmpty();
    }

    private static StructField identity(boolean allowExplicitInsert) {
        return new StructField(
                "i",
                PrimitiveType.LONG,
                true,
                FieldMetadata.of(JsonNodeFactory.instance
                        .objectNode()
                        .put("delta.identity.start", 1)
                        .put("delta.identity.step", 1)
                        .put("delta.identity.allowExplicitInsert", allowExplicitInsert)));
    }

    @Test
    void partitionColumnsMustBeTheSameInTheSameOrder() {
        SinkSchema sink = new SinkSchema(StructType.of(ID, NAME), List.of("name"));

        assertThat(SchemaDifferences.between(sink, StructType.of(ID, NAME), List.of()))
                .containsExactly(new Difference("(partitioned by)", "name", "", "partition columns differ"));
    }

    @Test
    void theyAreShownAsATable() {
        String table = SchemaDifferences.render(between(StructType.of(ID), StructType.of(NAME)));

        assertThat(table.lines())
                .containsExactly(
                        "",
                        "  column | sink          | table  | problem",
                        "  id     | long NOT NULL | -      | not in the table",
                        "  name   | -             | string | not in the sink");
    }

    private static List<Difference> between(StructType sink, StructType table) {
        return SchemaDifferences.between(new SinkSchema(sink, List.of()), table, List.of());
    }
}
