/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What the statistics of many files have in common: all but their scalars. A text of a known shape is
 * read by comparing what is between the scalars, without a parser. Immutable; the fields that it fills are
 * one thread's.
 */
final class StatsShape {
    /** One more than there are scalars. */
    private final byte[][] between;
    /** Of each scalar the field that takes it, or null. */
    private final ParsedLeaf[] leaves;
    /** Those that such a text fills. */
    private final List<ParsedStruct> structs;

    private StatsShape(List<byte[]> between, List<ParsedLeaf> leaves, List<ParsedStruct> structs) {
        this.between = between.toArray(byte[][]::new);
        this.leaves = leaves.toArray(ParsedLeaf[]::new);
        this.structs = List.copyOf(structs);
    }

    /**
     * Fills the fields from {@code text}; what they had before is gone or overwritten.
     *
     * @return false when the text is of another shape, or takes a parser; the fields are then to be cleared
     */
    boolean read(byte[] text, JsonScalar scalar) {
        int position = 0;
        for (int i = 0; i < between.length; i++) {
            byte[] literal = between[i];
            int end = position + literal.length;
            if (end > text.length || !Arrays.equals(text, position, end, literal, 0, literal.length)) {
                return false;
            }
            position = end;
            if (i < leaves.length) {
                position = scalar.scan(text, position, text.length);
                if (position < 0) {
                    return false;
                }
                if (leaves[i] != null) {
                    leaves[i].take(scalar);
                }
            }
        }
        structs.forEach(ParsedStruct::setPresent);
        return position == text.length;
    }

    /** Finds the shape of a text while a parser goes through it. One thread. */
    static final class Builder {
        private final byte[] text;
        private final JsonScalar scalar = new JsonScalar();
        private final List<byte[]> between = new ArrayList<>();
        private final List<ParsedLeaf> leaves = new ArrayList<>();
        private final List<ParsedStruct> structs = new ArrayList<>();
        private int position;

        Builder(byte[] text) {
            this.text = text;
        }

        /** A struct that is filled. */
        void struct(ParsedStruct struct) {
            structs.add(struct);
        }

        /**
         * The next scalar.
         *
         * @param start where it begins
         * @param leaf what takes it, if anything
         */
        void scalar(int start, Optional<ParsedLeaf> leaf) {
            if (position >= 0) {
                between.add(Arrays.copyOfRange(text, position, start));
                leaves.add(leaf.orElse(null));
                position = scalar.scan(text, start, text.length);
            }
        }

        /** Empty when a scalar of the text takes a parser. */
        Optional<StatsShape> build() {
            if (position < 0) {
                return Optional.empty();
            }
            between.add(Arrays.copyOfRange(text, position, text.length));
            return Optional.of(new StatsShape(between, leaves, structs));
        }
    }
}
