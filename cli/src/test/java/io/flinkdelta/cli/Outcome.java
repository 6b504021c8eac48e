/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.List;

/** What a command answered. */
record Outcome(int exitCode, String out, String err) {

    static Outcome of(Object... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] texts = new String[arguments.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = arguments[i].toString();
        }
        int exitCode = Main.run(out, err, texts);
        return new Outcome(exitCode, out.toString(UTF_8), err.toString(UTF_8));
    }

    List<String> lines() {
        return out.lines().toList();
    }
}
