/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.harness;

import java.util.Locale;
import java.util.function.Consumer;

/** Prints figures as {@code name: value} lines. */
public record Figures(Consumer<String> out) {

    /** A number whose fraction says nothing: rows per second, the median of bytes. */
    public void rounded(String name, double value) {
        out.accept(name + ": " + Math.round(value));
    }

    /** A whole number. */
    public void count(String name, long value) {
        out.accept(name + ": " + value);
    }

    /** A number with three decimals: ratios and milliseconds. */
    public void decimal(String name, double value) {
        out.accept(String.format(Locale.ROOT, "%s: %.3f", name, value));
    }

    /** A setting. */
    public void text(String name, String value) {
        out.accept(name + ": " + value);
    }
}
