/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** One damage to one file of a log. */
enum LogMutation {
    DELETE(false) {
        @Override
        void apply(LogFiles log, String name, Random random) {
            log.delete(name);
        }
    },
    EMPTY(false) {
        @Override
        void apply(LogFiles log, String name, Random random) {
            log.put(name, new byte[0]);
        }
    },
    TRUNCATE(false) {
        @Override
        void apply(LogFiles log, String name, Random random) {
            byte[] content = log.get(name);
            log.put(name, Arrays.copyOf(content, random.nextInt(content.length + 1)));
        }
    },
    FLIP_BIT(false) {
        @Override
        void apply(LogFiles log, String name, Random random) {
            byte[] content = log.get(name).clone();
            if (content.length > 0) {
                content[random.nextInt(content.length)] ^= (byte) (1 << random.nextInt(8));
            }
            log.put(name, content);
        }
    },
    OVERWRITE_RANGE(false) {
        @Override
        void apply(LogFiles log, String name, Random random) {
            byte[] content = log.get(name).clone();
            int start = random.nextInt(content.length + 1);
            int end = Math.min(content.length, start + 1 + random.nextInt(40));
            byte fill = (byte) random.nextInt(256);
            boolean same = random.nextBoolean();
            for (int i = start; i < end; i++) {
                content[i] = same ? fill : (byte) random.nextInt(256);
            }
            log.put(name, content);
        }
    },
    CUT_OUT(false) {
        @Override
        void apply(LogFiles log, String name, Random random) {
            byte[] content = log.get(name);
            int start = random.nextInt(content.length + 1);
            int end = Math.min(content.length, start + 1 + random.nextInt(20));
            byte[] rest = Arrays.copyOf(content, content.length - (end - start));
            System.arraycopy(content, end, rest, start, content.length - end);
            log.put(name, rest);
        }
    },
    SWAP_FILES(false) {
        @Override
        void apply(LogFiles log, String name, Random random) {
            String other = log.names().get(random.nextInt(log.names().size()));
            byte[] content = log.get(name);
            log.put(name, log.get(other));
            log.put(other, content);
        }
    },
    DROP_LINE(true) {
        @Override
        void apply(LogFiles log, String name, Random random) {
            lines(log, name, lines -> {
                lines.remove(random.nextInt(lines.size()));
                return lines;
            });
        }
    },
    DUPLICATE_LINE(true) {
        @Override
        void apply(LogFiles log, String name, Random random) {
            lines(log, name, lines -> {
                lines.add(random.nextInt(lines.size() + 1), lines.get(random.nextInt(lines.size())));
                return lines;
            });
        }
    },
    SWAP_LINES(true) {
        @Override
        void apply(LogFiles log, String name, Random random) {
            lines(log, name, lines -> {
                Collections.swap(lines, random.nextInt(lines.size()), random.nextInt(lines.size()));
                return lines;
            });
        }
    },
    WRONG_TYPE(true) {
        @Override
        void apply(LogFiles log, String name, Random random) {
            List<String> values = List.of("null", "true", "-1", "0.5", "\"x\"", "[]", "{}", "[null]", "{\"a\":[1]}");
            replaceOne(log, name, random, VALUE, values.get(random.nextInt(values.size())));
        }
    },
    HUGE_NUMBER(true) {
        @Override
        void apply(LogFiles log, String name, Random random) {
            List<String> numbers = List.of(
                    "9223372036854775807",
                    "9223372036854775808",
                    "-9223372036854775808",
                    "99999999999999999999999999999999",
                    "1e400",
                    "1".repeat(2000),
                    "2147483648");
            replaceOne(log, name, random, NUMBER, numbers.get(random.nextInt(numbers.size())));
        }
    },
    DEEP_NESTING(true) {
        @Override
        void apply(LogFiles log, String name, Random random) {
            String open = random.nextBoolean() ? "[" : "{\"a\":";
            String close = open.equals("[") ? "]" : "}";
            String core = random.nextBoolean() ? "1" : "";
            boolean closed = random.nextBoolean() && !(core.isEmpty() && open.length() > 1);
            String deep = open.repeat(10_000) + core + (closed ? close.repeat(10_000) : "");
            replaceOne(log, name, random, VALUE, deep);
        }
    },
    DUPLICATE_KEY(true) {
        @Override
        void apply(LogFiles log, String name, Random random) {
            replace(log, name, random, Pattern.compile("\"[a-zA-Z]+\":[0-9]+"), found -> found + "," + found);
        }
    },
    GARBAGE_AT_END(false) {
        @Override
        void apply(LogFiles log, String name, Random random) {
            byte[] content = log.get(name);
            byte[] longer = Arrays.copyOf(content, content.length + 1 + random.nextInt(8));
            if (random.nextBoolean()) {
                Arrays.fill(longer, content.length, longer.length, (byte) '}');
            }
            log.put(name, longer);
        }
    };

    private static final Pattern VALUE = Pattern.compile("(?<=\":)(\"[^\"\\\\]*\"|[0-9]+|true|false|\\{\\}|\\[\\])");
    private static final Pattern NUMBER = Pattern.compile("(?<=\":)[0-9]+");

    /** Whether it makes sense for lines of JSON only. */
    final boolean ofText;

    LogMutation(boolean ofText) {
        this.ofText = ofText;
    }

    abstract void apply(LogFiles log, String name, Random random);

    private static void lines(LogFiles log, String name, UnaryOperator<List<String>> change) {
        List<String> lines = new ArrayList<>(List.of(text(log, name).split("\n")));
        log.put(name, (String.join("\n", change.apply(lines)) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void replaceOne(LogFiles log, String name, Random random, Pattern pattern, String by) {
        replace(log, name, random, pattern, found -> by);
    }

    private static void replace(LogFiles log, String name, Random random, Pattern pattern, UnaryOperator<String> by) {
        String text = text(log, name);
        List<MatchResult> found = pattern.matcher(text).results().toList();
        if (!found.isEmpty()) {
            MatchResult one = found.get(random.nextInt(found.size()));
            String changed = text.substring(0, one.start()) + by.apply(one.group()) + text.substring(one.end());
            log.put(name, changed.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String text(LogFiles log, String name) {
        return new String(log.get(name), StandardCharsets.UTF_8);
    }
}
