/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever README.md, CONTRIBUTING.md and docs/ name exists: classes, packages, files and links. */
final class DocsTest {
    /** Not followed by a colon and an artifact, which is the group id. */
    private static final Pattern JAVA_NAME = Pattern.compile("\\bio\\.flinkdelta(\\.\\w+)+(?!:)");

    /** As in a call of Maven; NONE stands for none. */
    private static final Pattern TEST = Pattern.compile("-D(it\\.)?test=(?!NONE\\b)\\w+");

    private static final Pattern REPOSITORY_PATH = Pattern.compile("^[\\w.-]+(/[\\w.-]+)+/?$");

    @Test
    void linksResolve() {
        List<String> broken = new ArrayList<>();
        pages().forEach(page -> page.relativeLinks().stream()
                .filter(link -> !page.resolves(link))
                .forEach(link -> broken.add(page.file() + ": " + link)));
        assertThat(broken).isEmpty();
    }

    @Test
    void namedClassesExist() {
        JavaClasses product = new ClassFileImporter().importPackages("io.flinkdelta");
        JavaPackage root = product.getPackage("io.flinkdelta");
        List<String> missing = new ArrayList<>();
        pages().forEach(page -> page.named(JAVA_NAME).stream()
                .filter(name -> !exists(product, root, name))
                .forEach(name -> missing.add(page.file() + ": " + name)));
        assertThat(missing).isEmpty();
    }

    @Test
    void namedFilesExist() {
        List<String> missing = new ArrayList<>();
        pages().forEach(page -> page.code().stream()
                .filter(code -> REPOSITORY_PATH.matcher(code).matches())
                .filter(path -> Files.exists(House.module(path.substring(0, path.indexOf('/')))))
                .filter(path -> !Files.exists(House.root().resolve(path)))
                .forEach(path -> missing.add(page.file() + ": " + path)));
        assertThat(missing).isEmpty();
    }

    @Test
    void namedTestsExist() throws IOException {
        Set<String> sources = testSources();
        List<String> missing = new ArrayList<>();
        pages().forEach(page -> page.named(TEST).stream()
                .filter(name -> !sources.contains(name.substring(name.lastIndexOf('=') + 1) + ".java"))
                .forEach(name -> missing.add(page.file() + ": " + name)));
        assertThat(missing).isEmpty();
    }

    private static Set<String> testSources() throws IOException {
        Set<String> names = new HashSet<>();
        try (DirectoryStream<Path> modules = Files.newDirectoryStream(House.root(), Files::isDirectory)) {
            for (Path module : modules) {
                Path tests = module.resolve("src/test/java");
                if (Files.exists(tests)) {
                    try (Stream<Path> files = Files.walk(tests)) {
                        files.forEach(file -> names.add(file.getFileName().toString()));
                    }
                }
            }
        }
        return names;
    }

    /** A class, a member class, a package, or a class with a member's name behind it. */
    private static boolean exists(JavaClasses product, JavaPackage root, String name) {
        String inner = name.replaceAll("(\\.[A-Z]\\w*)\\.(?=[A-Z])", "$1\\$");
        String owner = name.substring(0, name.lastIndexOf('.'));
        return product.contain(name)
                || product.contain(inner)
                || product.contain(owner)
                || root.containsPackage(name.substring("io.flinkdelta.".length()));
    }

    static List<MarkdownPage> pages() {
        List<MarkdownPage> pages = new ArrayList<>();
        for (String name : List.of("README.md", "CONTRIBUTING.md", "docs")) {
            Path start = House.root().resolve(name);
            if (Files.exists(start)) {
                try (Stream<Path> files = Files.walk(start)) {
                    files.filter(file -> file.toString().endsWith(".md"))
                            .map(MarkdownPage::read)
                            .forEach(pages::add);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return pages;
    }
}
