/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.house;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the checkout lies that the tests run in. */
public final class House {
    private House() {}

    /** The folder with the top POM. */
    public static Path root() {
        Path folder = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
        while (!Files.exists(folder.resolve("log-core/pom.xml"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    /** The folder of one module. */
    public static Path module(String name) {
        return root().resolve(name);
    }
}
