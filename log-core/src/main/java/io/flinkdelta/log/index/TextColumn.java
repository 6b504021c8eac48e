/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

/** The texts of a block of files, in UTF-8, one a file. Immutable. */
sealed interface TextColumn permits PlainTexts, DictionaryTexts, DeflatedTexts, ShapedTexts {

    /** Adds the text at {@code index} to the end of {@link Scratch#text()}. */
    void append(int index, Scratch scratch);

    /** Bytes of heap, by what objects take on a 64-bit JVM with compressed references. */
    long heapBytes();

    /** The text at {@code index}. */
    default String get(int index, Scratch scratch) {
        scratch.text().clear();
        append(index, scratch);
        return scratch.toText();
    }
}
