/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.expression.Functions.Function;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/** The functions of dates and timestamps. */
final class TimeFunctions {
    private static final int DAYS_OF_WEEK = 7;
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final int NANOS_PER_MICRO = 1_000;

    private TimeFunctions() {}

    static void addTo(Map<String, Function> functions) {
        addDateParts(functions);
        addTimePart(functions, "hour", LocalDateTime::getHour);
        addTimePart(functions, "minute", LocalDateTime::getMinute);
        addTimePart(functions, "second", LocalDateTime::getSecond);
        functions.put("date_add", operands -> shift(operands.count(2), 1));
        functions.put("dateadd", operands -> shift(operands.count(2), 1));
        functions.put("date_sub", operands -> shift(operands.count(2), -1));
        functions.put("datediff", operands -> difference(operands.count(2)));
        functions.put("date_diff", operands -> difference(operands.count(2)));
        functions.put("trunc", operands -> truncateDate(operands.count(2)));
        functions.put("date_trunc", operands -> truncateTime(operands.count(2)));
        functions.put("date_format", operands -> format(operands.count(2)));
        functions.put("current_date", operands -> currentDate(operands.count(0)));
        functions.put("current_timestamp", operands -> currentTimestamp(operands.count(0)));
        functions.put("now", operands -> currentTimestamp(operands.count(0)));
    }

    private static void addDateParts(Map<String, Function> functions) {
        addDatePart(functions, "year", LocalDate::getYear);
        addDatePart(functions, "month", LocalDate::getMonthValue);
        addDatePart(functions, "day", LocalDate::getDayOfMonth);
        addDatePart(functions, "dayofmonth", LocalDate::getDayOfMonth);
        addDatePart(functions, "dayofyear", LocalDate::getDayOfYear);
        addDatePart(functions, "quarter", date -> date.get(IsoFields.QUARTER_OF_YEAR));
        addDatePart(functions, "weekofyear", date -> date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
        // Sunday is 1.
        addDatePart(functions, "dayofweek", date -> date.getDayOfWeek().getValue() % DAYS_OF_WEEK + 1);
        // Monday is 0.
        addDatePart(functions, "weekday", date -> date.getDayOfWeek().getValue() - 1);
    }

    private static void addDatePart(Map<String, Function> functions, String name, ToIntFunction<LocalDate> part) {
        functions.put(
                name,
                operands -> operands.strict(
                        PrimitiveType.INTEGER,
                        operands.count(1).date(0),
                        day -> part.applyAsInt(LocalDate.ofEpochDay((Integer) day))));
    }

    private static void addTimePart(Map<String, Function> functions, String name, ToIntFunction<LocalDateTime> part) {
        functions.put(
                name,
                operands -> operands.strict(
                        PrimitiveType.INTEGER,
                        operands.count(1).localTime(0),
                        micros -> part.applyAsInt(DateTimeTexts.dateTime((Long) micros))));
    }

    private static Node shift(Operands operands, int sign) {
        DataType count = operands.get(1).type();
        if (!Types.isIntegral(count) || count == PrimitiveType.LONG) {
            throw operands.refuse(1);
        }
        return operands.strict(
                PrimitiveType.DATE,
                operands.date(0),
                operands.get(1),
                (day, days) -> Arithmetics.addDays((Integer) day, ((Number) days).longValue() * sign));
    }

    /** The days from the second argument to the first. */
    private static Node difference(Operands operands) {
        return operands.strict(
                PrimitiveType.INTEGER,
                operands.date(0),
                operands.date(1),
                (end, start) -> Numbers.integral((long) (Integer) end - (Integer) start, PrimitiveType.INTEGER));
    }

    private static Node truncateDate(Operands operands) {
        UnaryOperator<LocalDate> toStart = unit(operands, operands.text(1))
                .flatMap(TimeFunctions::startOf)
                .orElseThrow(() -> unknownUnit(operands));
        return operands.strict(PrimitiveType.DATE, operands.date(0), day ->
                (int) toStart.apply(LocalDate.ofEpochDay((Integer) day)).toEpochDay());
    }

    private static RuntimeException unknownUnit(Operands operands) {
        return Refusal.of(operands.call(), "with a unit that is not known");
    }

    private static Optional<String> unit(Operands operands, Node node) {
        return operands.constant(node).map(unit -> ((String) unit).toUpperCase(Locale.ROOT));
    }

    private static Optional<UnaryOperator<LocalDate>> startOf(String unit) {
        return switch (unit) {
            case "YEAR", "YYYY", "YY" -> Optional.of(date -> date.withDayOfYear(1));
            case "QUARTER" -> Optional.of(date -> date.with(IsoFields.DAY_OF_QUARTER, 1));
            case "MONTH", "MM", "MON" -> Optional.of(date -> date.withDayOfMonth(1));
            case "WEEK" -> Optional.of(date -> date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)));
            default -> Optional.empty();
        };
    }

    /** The start of a unit, in the zone of the session for timestamps that are instants. */
    private static Node truncateTime(Operands operands) {
        String unit = unit(operands, operands.text(0)).orElseThrow(() -> unknownUnit(operands));
        Optional<UnaryOperator<LocalDate>> toStart = startOf(unit);
        UnaryOperator<LocalDateTime> truncation = toStart.isPresent()
                ? time -> toStart.get().apply(time.toLocalDate()).atStartOfDay()
                : clockUnit(unit, operands);
        Node time = operands.get(1);
        SessionZone zone = new SessionZone(operands.binder().settings().zone());
        if (time.type() == PrimitiveType.TIMESTAMP_NTZ) {
            throw operands.refuse(1);
        }
        return operands.strict(
                PrimitiveType.TIMESTAMP,
                operands.localTime(1),
                micros -> zone.toInstant(truncation.apply(DateTimeTexts.dateTime((Long) micros))));
    }

    private static UnaryOperator<LocalDateTime> clockUnit(String unit, Operands operands) {
        ChronoUnit chronoUnit = switch (unit) {
            case "DAY", "DD" -> ChronoUnit.DAYS;
            case "HOUR" -> ChronoUnit.HOURS;
            case "MINUTE" -> ChronoUnit.MINUTES;
            case "SECOND" -> ChronoUnit.SECONDS;
            case "MILLISECOND" -> ChronoUnit.MILLIS;
            case "MICROSECOND" -> ChronoUnit.MICROS;
            default -> throw unknownUnit(operands);
        };
        return time -> time.truncatedTo(chronoUnit);
    }

    /** Numbers of fixed width and what stands between them; other patterns depend on the locale. */
    private static Node format(Operands operands) {
        String pattern = (String) operands.constant(operands.text(1)).orElseThrow(() -> operands.refuse(1));
        if (!pattern.matches("(yyyy|MM|dd|HH|mm|ss|[-/:. _,])+")
                || pattern.matches(".*(y{5}|M{3}|d{3}|H{3}|m{3}|s{3}).*")) {
            throw Refusal.of(
                    operands.call(), "with a pattern of other parts than yyyy, MM, dd, HH, mm, ss and separators");
        }
        DateTimeFormatter formatter = DateTimeFormatter.ofPattern(pattern.replace('y', 'u'), Locale.ROOT);
        return operands.strict(
                PrimitiveType.STRING,
                operands.localTime(0),
                micros -> formatter.format(DateTimeTexts.dateTime((Long) micros)));
    }

    private static Clock clock(Operands operands) {
        return operands.binder()
                .settings()
                .clock()
                .orElseThrow(() -> Refusal.of(operands.call(), "which depends on the time of the evaluation"));
    }

    private static Node currentDate(Operands operands) {
        Clock clock = clock(operands);
        SessionZone zone = new SessionZone(operands.binder().settings().zone());
        return new Node(
                operands.call(),
                PrimitiveType.DATE,
                row -> SessionZone.day(zone.toLocal(micros(clock.instant()))),
                false);
    }

    private static Node currentTimestamp(Operands operands) {
        Clock clock = clock(operands);
        return new Node(operands.call(), PrimitiveType.TIMESTAMP, row -> micros(clock.instant()), false);
    }

    private static long micros(Instant instant) {
        return instant.getEpochSecond() * MICROS_PER_SECOND + instant.getNano() / NANOS_PER_MICRO;
    }
}
