/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Points in time as users write and read them. Without a zone they are UTC. */
final class Timestamps implements ITypeConverter<Instant> {
    private static final DateTimeFormatter SHOWN = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter ISO_MILLIS = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final List<Function<String, Instant>> FORMS = List.of(
            text -> OffsetDateTime.parse(text).toInstant(),
            text -> LocalDateTime.parse(text).toInstant(ZoneOffset.UTC),
            text -> LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant());

    /** For tables meant to be read by people. */
    static String shown(long epochMillis) {
        return SHOWN.format(Instant.ofEpochMilli(epochMillis));
    }

    /** For JSON. */
    static String iso(long epochMillis) {
        return ISO_MILLIS.format(Instant.ofEpochMilli(epochMillis));
    }

    @Override
    public Instant convert(String text) {
        String iso = text.strip().replace(' ', 'T');
        for (Function<String, Instant> form : FORMS) {
            Optional<Instant> time = read(iso, form);
            if (time.isPresent()) {
                return time.get();
            }
        }
        throw new TypeConversionException(
                "'" + text
                        + "' is not a point in time such as 2026-03-21, '2026-03-21 10:13:08' (UTC) or 2026-03-21T10:13:08+01:00");
    }

    private static Optional<Instant> read(String iso, Function<String, Instant> form) {
        try {
            return Optional.of(form.apply(iso));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
