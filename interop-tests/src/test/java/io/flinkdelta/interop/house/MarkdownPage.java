/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One page of the documentation, and what it names. */
record MarkdownPage(Path file, String text) {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`\n]+`");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+?) *$");

    static MarkdownPage read(Path file) {
        try {
            return new MarkdownPage(file, Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Targets of links, web addresses left out. */
    List<String> relativeLinks() {
        List<String> links = new ArrayList<>();
        Matcher matcher = LINK.matcher(withoutCode());
        while (matcher.find()) {
            if (!matcher.group(1).matches("[a-z]+:.*")) {
                links.add(matcher.group(1));
            }
        }
        return links;
    }

    /** Whether a link's target exists: the file, and its heading where the link names one. */
    boolean resolves(String link) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? file : file.resolveSibling(parts[0]).normalize();
        return Files.exists(target)
                && (parts.length == 1 || read(target).anchors().contains(parts[1]));
    }

    /** Everything that is set in code, blocks and spans. */
    List<String> code() {
        List<String> code = new ArrayList<>();
        Matcher matcher = CODE.matcher(text);
        while (matcher.find()) {
            code.add(matcher.group().replaceAll("^`+|`+$", ""));
        }
        return code;
    }

    /** Everything in code that matches, with the page in front, each once. */
    List<String> named(Pattern pattern) {
        List<String> names = new ArrayList<>();
        for (String code : code()) {
            Matcher matcher = pattern.matcher(code);
            while (matcher.find()) {
                names.add(matcher.group());
            }
        }
        return names.stream().distinct().toList();
    }

    private List<String> anchors() {
        List<String> anchors = new ArrayList<>();
        Matcher matcher = HEADING.matcher(text.replaceAll("(?s)```.*?```", ""));
        while (matcher.find()) {
            anchors.add(matcher.group(1)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-'));
        }
        return anchors;
    }

    private String withoutCode() {
        return CODE.matcher(text).replaceAll("");
    }
}
