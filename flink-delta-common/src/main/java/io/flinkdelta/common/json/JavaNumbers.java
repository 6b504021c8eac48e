/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.json;

import com.fasterxml.jackson.core.io.NumberOutput;

/**
 * Floating-point numbers with the fewest digits that tell them apart, as {@code Double.toString}
 * prints them from JDK 19 on. JDK 17's own often prints more.
 */
final class JavaNumbers {
    private JavaNumbers() {}

    static String toString(double value) {
        return NumberOutput.toString(value, true);
    }

    static String toString(float value) {
        return NumberOutput.toString(value, true);
    }
}
