/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read.column;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.parquet.column.values.bitpacking.BytePacker;
import org.apache.parquet.column.values.bitpacking.Packer;

/**
 * Small numbers in the "RLE / bit-packing hybrid" of the Parquet format: levels, and ids of a dictionary. Read many
 * at a time, a run by one fill, packed ones eight by eight. One thread.
 */
final class HybridInts implements Levels {
    private static final int GROUP = 8;

    private final ByteBuffer data;
    private final int end;
    private final int width;
    private final BytePacker packer;
    private int position;

    /** What is left of the run. */
    private int runLeft;
    /** Whether all numbers of the run are {@link #repeated}. */
    private boolean isRepeated;

    private int repeated;
    /** A group of eight that was unpacked, and how many of it were taken. */
    private final int[] group = new int[GROUP];

    private int taken = GROUP;

    /**
     * Reads {@code data} from its position on.
     *
     * @param width of a number in bits; 0 where all are 0 and nothing is written
     */
    HybridInts(ByteBuffer data, int width) {
        if (width < 0 || width > Integer.SIZE) {
            throw new IllegalArgumentException("numbers of " + width + " bits");
        }
        this.data = data;
        this.position = data.position();
        this.end = data.limit();
        this.width = width;
        this.packer = Packer.LITTLE_ENDIAN.newBytePacker(width);
    }

    @Override
    public int sameAhead(int count) {
        if (runLeft == 0) {
            nextRun();
        }
        return isRepeated ? Math.min(runLeft, count) : 0;
    }

    @Override
    public void read(int[] into, int from, int count) {
        int place = from;
        int left = count;
        while (left > 0) {
            if (runLeft == 0) {
                nextRun();
            }
            int now = Math.min(left, runLeft);
            if (isRepeated) {
                Arrays.fill(into, place, place + now, repeated);
            } else {
                unpack(into, place, now);
            }
            runLeft -= now;
            place += now;
            left -= now;
        }
    }

    private void unpack(int[] into, int from, int count) {
        int place = from;
        int stop = from + count;
        while (place < stop) {
            if (taken < GROUP) {
                int now = Math.min(GROUP - taken, stop - place);
                System.arraycopy(group, taken, into, place, now);
                taken += now;
                place += now;
            } else if (stop - place >= GROUP && position + width <= end) {
                packer.unpack8Values(data, position, into, place);
                position += width;
                place += GROUP;
            } else {
                nextGroup();
            }
        }
    }

    /** The last group of a page may be cut off behind its last number. */
    private void nextGroup() {
        if (position + width <= end) {
            packer.unpack8Values(data, position, group, 0);
        } else {
            if (position >= end) {
                throw cutShort();
            }
            ByteBuffer padded = ByteBuffer.allocate(width);
            padded.put(0, data, position, end - position);
            packer.unpack8Values(padded, 0, group, 0);
        }
        position += width;
        taken = 0;
    }

    /** Passes the next {@code count} numbers. */
    void skip(int count) {
        int left = count;
        while (left > 0) {
            if (runLeft == 0) {
                nextRun();
            }
            int now = Math.min(left, runLeft);
            if (!isRepeated) {
                skipPacked(now);
            }
            runLeft -= now;
            left -= now;
        }
    }

    private void skipPacked(int count) {
        int ofGroup = Math.min(GROUP - taken, count);
        taken += ofGroup;
        int left = count - ofGroup;
        position += left / GROUP * width;
        if (left % GROUP > 0) {
            nextGroup();
            taken = left % GROUP;
        }
    }

    private void nextRun() {
        if (width == 0) {
            isRepeated = true;
            repeated = 0;
            runLeft = Integer.MAX_VALUE;
            return;
        }
        int header = unsignedVarInt();
        isRepeated = (header & 1) == 0;
        runLeft = isRepeated ? header >>> 1 : Math.multiplyExact(header >>> 1, GROUP);
        if (runLeft == 0) {
            throw new IllegalArgumentException("an empty run");
        }
        if (isRepeated) {
            repeated = 0;
            for (int i = 0; i < (width + Byte.SIZE - 1) / Byte.SIZE; i++) {
                repeated |= next() << (i * Byte.SIZE);
            }
        } else {
            taken = GROUP;
        }
    }

    private int unsignedVarInt() {
        int value = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += 7) {
            int part = next();
            value |= (part & 0x7f) << shift;
            if (part < 0x80) {
                return value;
            }
        }
        throw new IllegalArgumentException("the head of a run is too long");
    }

    private int next() {
        if (position >= end) {
            throw cutShort();
        }
        return data.get(position++) & 0xff;
    }

    private static IllegalArgumentException cutShort() {
        return new IllegalArgumentException("a page ends within its numbers");
    }
}
