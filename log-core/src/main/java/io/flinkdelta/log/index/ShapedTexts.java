/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Texts that have a few {@link Shape}s: the shapes once, and for each hole of a shape a column of what is
 * in it. Texts that have none, or a rare one, are kept whole beside.
 */
final class ShapedTexts implements TextColumn {
    private final Shape[] shapes;
    private final HoleColumn[][] holes;
    /** Of each text its shape, {@code shapes.length} when it is one of the {@link #rest}. */
    private final PackedLongs shapeOf;
    /** Of each text its place among those of its shape; null when there is one shape. */
    private final PackedLongs placeOf;

    private final TextColumn rest;

    private ShapedTexts(
            Shape[] shapes, HoleColumn[][] holes, PackedLongs shapeOf, PackedLongs placeOf, TextColumn rest) {
        this.shapes = shapes;
        this.holes = holes;
        this.shapeOf = shapeOf;
        this.placeOf = placeOf;
        this.rest = rest;
    }

    int shapes() {
        return shapes.length;
    }

    Shape shape(int number) {
        return shapes[number];
    }

    /** The number of the text's shape; {@link #shapes()} when it is kept whole. */
    int shapeOf(int index) {
        return (int) shapeOf.get(index);
    }

    /** What is in one hole of a text of shape {@code shape}. */
    void appendHole(int index, int shape, int hole, Scratch scratch) {
        holes[shape][hole].append(placeOf(index), scratch);
    }

    private int placeOf(int index) {
        return placeOf == null ? index : (int) placeOf.get(index);
    }

    @Override
    public void append(int index, Scratch scratch) {
        int number = shapeOf(index);
        int place = placeOf(index);
        if (number == shapes.length) {
            rest.append(place, scratch);
            return;
        }
        Shape shape = shapes[number];
        for (int i = 0; i <= shape.holes(); i++) {
            byte[] literal = shape.literal(i);
            scratch.text().add(literal, 0, literal.length);
            if (i < shape.holes()) {
                holes[number][i].append(place, scratch);
            }
        }
    }

    @Override
    public long heapBytes() {
        long bytes = 40 + shapeOf.heapBytes() + (placeOf == null ? 0 : placeOf.heapBytes()) + rest.heapBytes();
        for (int i = 0; i < shapes.length; i++) {
            bytes += shapes[i].heapBytes() + 16 + 4L * holes[i].length;
            for (HoleColumn column : holes[i]) {
                bytes += column.heapBytes();
            }
        }
        return bytes;
    }

    /** Gathers texts. */
    static final class Builder {
        /** Texts of this length on the average are worth compressing. */
        private static final int LONG_BYTES = 200;

        private final ShapeScanner scanner;
        private final int maxShapes;
        private final List<Shape> shapes = new ArrayList<>();
        private final List<HoleColumn.Builder[]> holes = new ArrayList<>();
        private final Map<Shape, Integer> numbers = new HashMap<>();
        private final LongList shapeOf = new LongList();
        private final LongList placeOf = new LongList();
        private final TextList rest = new TextList();
        private int[] places = new int[8];
        private int last = -1;
        private int[] ends = new int[1];

        /**
         * Of texts whose shapes {@code scanner} finds.
         *
         * @param maxShapes texts of any further shape are kept whole
         */
        Builder(ShapeScanner scanner, int maxShapes) {
            this.scanner = scanner;
            this.maxShapes = maxShapes;
        }

        /** Whether a text has to be kept whole. */
        boolean hasRest() {
            return rest.size() > 0;
        }

        void add(byte[] text, int offset, int length) {
            int to = offset + length;
            if (last < 0 || !shapes.get(last).matches(text, offset, to, ends)) {
                last = find(text, offset, to);
            }
            shapeOf.add(last < 0 ? maxShapes : last);
            if (last < 0) {
                placeOf.add(rest.size());
                rest.add(text, offset, length);
                return;
            }
            placeOf.add(places[last]++);
            HoleColumn.Builder[] columns = holes.get(last);
            for (int i = 0; i < columns.length; i++) {
                columns[i].add(text, ends[2 * i], ends[2 * i + 1]);
            }
        }

        /** The number of the text's shape, made if it is new; -1 when the text has to be kept whole. */
        private int find(byte[] text, int from, int to) {
            Shape shape = scanner.scan(text, from, to);
            if (shape == null) {
                return -1;
            }
            Integer known = numbers.get(shape);
            if (known == null && shapes.size() == maxShapes) {
                return -1;
            }
            int number = known == null ? addShape(shape) : known;
            return shapes.get(number).matches(text, from, to, ends) ? number : -1;
        }

        private int addShape(Shape shape) {
            int number = shapes.size();
            shapes.add(shape);
            numbers.put(shape, number);
            HoleColumn.Builder[] columns = new HoleColumn.Builder[shape.holes()];
            for (int i = 0; i < columns.length; i++) {
                columns[i] = new HoleColumn.Builder(shape.hole(i));
            }
            holes.add(columns);
            ends = ends.length > 2 * columns.length ? ends : new int[2 * columns.length + 1];
            places = number < places.length ? places : Arrays.copyOf(places, number * 2);
            return number;
        }

        ShapedTexts build() {
            HoleColumn[][] columns = holes.stream()
                    .map(builders -> Arrays.stream(builders)
                            .map(HoleColumn.Builder::build)
                            .toArray(HoleColumn[]::new))
                    .toArray(HoleColumn[][]::new);
            LongList numberOf = new LongList();
            for (int i = 0; i < shapeOf.size(); i++) {
                numberOf.add(Math.min(shapeOf.get(i), shapes.size()));
            }
            boolean oneShape = rest.size() == 0 && shapes.size() <= 1;
            return new ShapedTexts(
                    shapes.toArray(Shape[]::new),
                    columns,
                    numberOf.pack(),
                    oneShape ? null : placeOf.pack(),
                    packRest());
        }

        private TextColumn packRest() {
            boolean areLong = rest.size() > 0 && rest.bytes().length / rest.size() >= LONG_BYTES;
            return areLong ? DeflatedTexts.of(rest) : PlainTexts.of(rest);
        }
    }
}
