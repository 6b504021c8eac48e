/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

/** Texts one after the other, without what all of them begin with. */
final class PlainTexts implements TextColumn {
    private final byte[] prefix;
    private final byte[] bytes;
    /** Of all texts, when that is one length; otherwise -1. */
    private final int length;
    /** Of each text in {@link #bytes}; null when all are of one length. */
    private final PackedLongs ends;

    private PlainTexts(byte[] prefix, byte[] bytes, int length, PackedLongs ends) {
        this.prefix = prefix;
        this.bytes = bytes;
        this.length = length;
        this.ends = ends;
    }

    static PlainTexts of(TextList texts) {
        int prefix = texts.commonPrefix();
        ByteList rest = new ByteList();
        LongList ends = new LongList();
        int length = texts.size() == 0 ? 0 : texts.length(0) - prefix;
        for (int i = 0; i < texts.size(); i++) {
            rest.add(texts.bytes(), texts.start(i) + prefix, texts.length(i) - prefix);
            ends.add(rest.size());
            length = texts.length(i) - prefix == length ? length : -1;
        }
        ByteList common = new ByteList();
        if (texts.size() > 0) {
            common.add(texts.bytes(), texts.start(0), prefix);
        }
        return new PlainTexts(common.toArray(), rest.toArray(), length, length < 0 ? ends.pack() : null);
    }

    @Override
    public void append(int index, Scratch scratch) {
        scratch.text().add(prefix, 0, prefix.length);
        if (ends == null) {
            scratch.text().add(bytes, index * length, length);
        } else {
            int start = index == 0 ? 0 : (int) ends.get(index - 1);
            scratch.text().add(bytes, start, (int) ends.get(index) - start);
        }
    }

    @Override
    public long heapBytes() {
        return 32 + 16 + prefix.length + 16 + bytes.length + (ends == null ? 0 : ends.heapBytes());
    }
}
