/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

/** The contents of one hole of a {@link Shape} in the texts that have it: as numbers or as texts. Immutable. */
sealed interface HoleColumn {

    /** Adds the content at {@code index} to the end of {@link Scratch#text()}. */
    void append(int index, Scratch scratch);

    long heapBytes();

    /** Numbers. */
    record Numbers(Hole hole, PackedLongs values) implements HoleColumn {
        @Override
        public void append(int index, Scratch scratch) {
            long value = values.get(index);
            if (hole.isBinary()) {
                hole.append(value, scratch.text());
            } else {
                JsonNumbers.append(value, scratch.text());
            }
        }

        @Override
        public long heapBytes() {
            return 24 + values.heapBytes();
        }
    }

    /** Texts. */
    record Texts(TextColumn values) implements HoleColumn {
        @Override
        public void append(int index, Scratch scratch) {
            values.append(index, scratch);
        }

        @Override
        public long heapBytes() {
            return 16 + values.heapBytes();
        }
    }

    /** Gathers contents: as numbers as long as each is the canonical text of one, then as texts. */
    final class Builder {
        private final Hole hole;
        private LongList numbers;
        private TextList texts;

        Builder(Hole hole) {
            this.hole = hole;
            if (hole.kind() == Hole.Kind.STRING) {
                texts = new TextList();
            } else {
                numbers = new LongList();
            }
        }

        void add(byte[] text, int from, int to) {
            if (hole.isBinary()) {
                numbers.add(hole.value(text, from, to));
                return;
            }
            if (numbers != null) {
                long value = JsonNumbers.parse(text, from, to);
                if (value != JsonNumbers.NONE) {
                    numbers.add(value);
                    return;
                }
                toTexts();
            }
            texts.add(text, from, to - from);
        }

        private void toTexts() {
            texts = new TextList();
            ByteList text = new ByteList();
            for (int i = 0; i < numbers.size(); i++) {
                text.clear();
                JsonNumbers.append(numbers.get(i), text);
                texts.add(text.array(), 0, text.size());
            }
            numbers = null;
        }

        HoleColumn build() {
            return numbers != null ? new Numbers(hole, numbers.pack()) : new Texts(texts.pack());
        }
    }
}
