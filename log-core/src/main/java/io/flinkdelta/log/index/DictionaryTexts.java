/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

/** Texts of which many are the same. */
final class DictionaryTexts implements TextColumn {
    private final PackedLongs codes;
    private final PlainTexts values;

    DictionaryTexts(PackedLongs codes, PlainTexts values) {
        this.codes = codes;
        this.values = values;
    }

    @Override
    public void append(int index, Scratch scratch) {
        values.append((int) codes.get(index), scratch);
    }

    @Override
    public long heapBytes() {
        return 24 + codes.heapBytes() + values.heapBytes();
    }
}
