/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

/** Finds the {@link Shape} of a text. */
@FunctionalInterface
interface ShapeScanner {

    /** Null when it has none. */
    Shape scan(byte[] text, int from, int to);
}
