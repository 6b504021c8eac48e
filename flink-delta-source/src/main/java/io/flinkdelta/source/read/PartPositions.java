/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.log.dv.DeletionVector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;

/** Positions in some files, which come file by file and, mostly, in ascending order. One thread. */
final class PartPositions {
    private static final int AT_ONCE = 1 << 16;

    private final List<DeletionVector> vectors;
    private final long[] buffer = new long[AT_ONCE];
    private int count;
    /** The part of what is in the buffer. */
    private int part;

    /** None, in so many parts. */
    PartPositions(int parts) {
        vectors = new ArrayList<>(Collections.nCopies(parts, DeletionVector.empty()));
    }

    void add(int newPart, long position) {
        if (count == AT_ONCE || newPart != part || (count > 0 && position < buffer[count - 1])) {
            flush();
            part = newPart;
        }
        buffer[count++] = position;
    }

    private void flush() {
        if (count > 0) {
            DeletionVector more =
                    DeletionVector.of(LongStream.of(buffer).limit(count).iterator());
            vectors.set(part, vectors.get(part).union(more));
            count = 0;
        }
    }

    /** Those of a part. */
    DeletionVector of(int ofPart) {
        flush();
        return vectors.get(ofPart);
    }
}
