/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.description.HtmlFormatter;
import org.apache.flink.util.TimeUtils;
import org.junit.jupiter.api.Test;

/** {@code docs/options.md} is made from the options; this test fails when it is not up to date. */
class OptionsDocTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "options.md");

    @Test
    void theDocumentIsUpToDate() throws IOException {
        String expected = document();
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(DOCUMENT, expected);
        }

        assertThat(Files.exists(DOCUMENT) ? Files.readString(DOCUMENT) : "")
                .as("docs/options.md; write it anew with"
                        + " mvn test -pl flink-delta-sink -am -Dtest=OptionsDocTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Ddocs.write=true")
                .isEqualTo(expected);
    }

    @Test
    void everyOptionIsListed() throws IllegalAccessException {
        long constants = Stream.of(DeltaSinkOptions.class.getFields())
                .filter(field -> field.getType() == ConfigOption.class)
                .count();

        assertThat(DeltaSinkOptions.all()).hasSize((int) constants).doesNotHaveDuplicates();
    }

    /** Names and defaults are a promise to users. */
    @Test
    void keysAndDefaultsAreWhatTheyWere() {
        assertThat(DeltaSinkOptions.all().stream().map(option -> option.key() + "=" + shown(option)))
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
                        "sink.check-table-on-build=true");
    }

    @Test
    void shownDefaultsCanBeTypedAsValues() {
        DeltaSinkOptions.all().forEach(option -> {
            Configuration configuration = new Configuration();
            configuration.setString(option.key(), shown(option));
            assertThat(configuration.get(option)).isEqualTo(option.defaultValue());
        });
    }

    private static String document() {
        StringBuilder text = new StringBuilder("""
                # Options of the sink

                Set them with `DeltaSinkBuilder.option(DeltaSinkOptions.X, value)` or, by key, with
                `DeltaSinkBuilder.options(map)`. Generated from `DeltaSinkOptions` by `OptionsDocTest`.

                | key | type | default | |
                |---|---|---|---|
                """);
        HtmlFormatter plain = new HtmlFormatter();
        for (ConfigOption<?> option : DeltaSinkOptions.all()) {
            text.append("| `")
                    .append(option.key())
                    .append("` | ")
                    .append(type(option.defaultValue()))
                    .append(" | `")
                    .append(shown(option))
                    .append("` | ")
                    .append(plain.format(option.description()))
                    .append(" |\n");
        }
        return text.toString();
    }

    private static String type(Object value) {
        if (value instanceof Enum) {
            return "enum";
        }
        return value instanceof MemorySize
                ? "size"
                : value.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT);
    }

    private static String shown(ConfigOption<?> option) {
        Object value = option.defaultValue();
        if (value instanceof Duration duration) {
            return TimeUtils.formatWithHighestUnit(duration);
        }
        return value instanceof Enum ? value.toString().toLowerCase(java.util.Locale.ROOT) : String.valueOf(value);
    }
}
