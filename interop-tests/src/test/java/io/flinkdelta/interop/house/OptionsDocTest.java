/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.sink.DeltaSinkOptions;
import io.flinkdelta.source.DeltaSourceOptions;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.description.HtmlFormatter;
import org.apache.flink.util.TimeUtils;
import org.junit.jupiter.api.Test;

/** {@code docs/options.md} is made from the options; this test fails when it is not up to date. */
final class OptionsDocTest {
    private static final Path DOCUMENT = House.root().resolve("docs/options.md");

    @Test
    void theDocumentIsUpToDate() throws IOException {
        String expected = document();
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(DOCUMENT, expected);
        }

        assertThat(Files.exists(DOCUMENT) ? Files.readString(DOCUMENT) : "")
                .as("docs/options.md; write it anew with"
                        + " mvn test -pl interop-tests -am -Dtest=OptionsDocTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Ddocs.write=true")
                .isEqualTo(expected);
    }

    @Test
    void everyOptionIsListed() {
        assertThat(DeltaSinkOptions.all())
                .hasSize(constants(DeltaSinkOptions.class))
                .doesNotHaveDuplicates();
        assertThat(DeltaSourceOptions.all())
                .hasSize(constants(DeltaSourceOptions.class))
                .doesNotHaveDuplicates();
    }

    private static int constants(Class<?> options) {
        return (int) Stream.of(options.getFields())
                .filter(field -> field.getType() == ConfigOption.class)
                .count();
    }

    /** Names and defaults are a promise to users. */
    @Test
    void keysAndDefaultsAreWhatTheyWere() {
        assertThat(all().map(option -> option.key() + "=" + shown(option)))
                .containsExactly(
                        "sink.target-file-size=128 mb",
                        "sink.rolling-interval=15 min",
                        "sink.compression=snappy",
                        "sink.row-group-size=64 mb",
                        "sink.max-open-files=200",
                        "sink.write-memory=256 mb",
                        "sink.on-rewind=fail",
                        "sink.commit-attempts=5",
                        "sink.commit-retry-delay=200 ms",
                        "sink.unknown-outcome-timeout=1 min",
                        "sink.identity-block-size=10000",
                        "sink.session-time-zone=UTC",
                        "sink.check-table-on-build=true",
                        "scan.version-as-of=",
                        "scan.timestamp-as-of=",
                        "scan.starting-version=",
                        "scan.starting-timestamp=",
                        "scan.ending-version=",
                        "scan.ending-timestamp=",
                        "scan.monitor-interval=",
                        "scan.limit=",
                        "scan.commit-reading=appends",
                        "scan.primary-key=",
                        "scan.ordered=false",
                        "scan.watermark-column=",
                        "scan.watermark-time-unit=milliseconds",
                        "scan.fail-on-data-loss=true",
                        "scan.exclude-regex=",
                        "scan.consumer-id=",
                        "scan.consumer-expiry=7 d",
                        "scan.max-files-per-interval=",
                        "scan.max-bytes-per-interval=",
                        "scan.split-size=128 mb",
                        "scan.open-file-cost=4 mb",
                        "scan.changes-rows-in-memory=2000000",
                        "scan.time-zone=UTC");
    }

    @Test
    void shownDefaultsCanBeTypedAsValues() {
        all().filter(ConfigOption::hasDefaultValue)
                .filter(option -> !shown(option).isEmpty())
                .forEach(option -> {
                    Configuration configuration = new Configuration();
                    configuration.setString(option.key(), shown(option));
                    assertThat(configuration.get(option)).isEqualTo(option.defaultValue());
                });
    }

    private static Stream<ConfigOption<?>> all() {
        return Stream.concat(DeltaSinkOptions.all().stream(), DeltaSourceOptions.all().stream());
    }

    private static String document() {
        StringBuilder text = new StringBuilder("""
                # Options

                Generated from `DeltaSinkOptions` and `DeltaSourceOptions` by `OptionsDocTest`. Values are written as in a
                configuration file of Flink: `128 mb`, `15 min`, lists with `;`.

                ## The sink

                Set with `DeltaSinkBuilder.option(DeltaSinkOptions.X, value)` or, by key, with
                `DeltaSinkBuilder.options(map)`.

                """);
        table(text, DeltaSinkOptions.class, DeltaSinkOptions.all());
        text.append("""

                ## The source

                Set with `DeltaSourceBuilder.option(DeltaSourceOptions.X, value)` or, by key, with
                `DeltaSourceBuilder.options(map)`.

                """);
        table(text, DeltaSourceOptions.class, DeltaSourceOptions.all());
        return text.toString();
    }

    private static void table(StringBuilder text, Class<?> constants, List<ConfigOption<?>> options) {
        text.append("| key | type | default | |\n|---|---|---|---|\n");
        HtmlFormatter plain = new HtmlFormatter();
        for (ConfigOption<?> option : options) {
            String shown = shown(option);
            text.append("| `")
                    .append(option.key())
                    .append("` | ")
                    .append(type(constants, option))
                    .append(" | ")
                    .append(shown.isEmpty() ? "" : "`" + shown + "`")
                    .append(" | ")
                    .append(plain.format(option.description()))
                    .append(" |\n");
        }
    }

    /** As the constant is declared: an option without a default does not tell. */
    private static String type(Class<?> options, ConfigOption<?> option) {
        for (Field field : options.getFields()) {
            if (valueOf(field) == option) {
                return name(((ParameterizedType) field.getGenericType()).getActualTypeArguments()[0]);
            }
        }
        throw new AssertionError("no constant: " + option.key());
    }

    private static Object valueOf(Field field) {
        try {
            return field.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static String name(Type type) {
        if (type instanceof ParameterizedType list) {
            return "list of " + name(list.getActualTypeArguments()[0]);
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isEnum()) {
            return "enum";
        }
        return plain == MemorySize.class ? "size" : plain.getSimpleName().toLowerCase(Locale.ROOT);
    }

    private static String shown(ConfigOption<?> option) {
        Object value = option.defaultValue();
        if (value == null || value.equals(List.of())) {
            return "";
        }
        if (value instanceof Duration duration) {
            return TimeUtils.formatWithHighestUnit(duration);
        }
        return value instanceof Enum
                ? value.toString().toLowerCase(Locale.ROOT).replace('_', '-')
                : String.valueOf(value);
    }
}
