/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

/**
 * Tells which of the rows that a commit has taken away and of those that it has brought match each other, in as many
 * rounds as it takes to know a bounded number of different ones at a time. One thread.
 */
final class RowMatching {
    private final PartRows gone;
    private final PartRows come;
    private final int rowsInMemory;

    private PartPositions goneMatched;
    private PartPositions goneLeft;
    private PartPositions comeMatched;
    private PartPositions comeLeft;

    private RowMatching(PartRows gone, PartRows come, int rowsInMemory) {
        this.gone = gone;
        this.come = come;
        this.rowsInMemory = rowsInMemory;
    }

    /** Each matches one other that is the same. Only those that are left over can be asked for. */
    static RowMatching oneByOne(PartRows gone, PartRows come, int rowsInMemory) {
        RowMatching matching = new RowMatching(gone, come, rowsInMemory);
        matching.inRounds(matching::crossOff);
        return matching;
    }

    /** Each matches all that are the same. */
    static RowMatching allWithAll(PartRows gone, PartRows come, int rowsInMemory) {
        RowMatching matching = new RowMatching(gone, come, rowsInMemory);
        matching.inRounds(matching::pair);
        return matching;
    }

    /** One part in so many of all rows; false when it has too many. */
    @FunctionalInterface
    private interface Round {
        boolean run(int rounds, int round);
    }

    private void inRounds(Round each) {
        boolean done = false;
        for (int rounds = 1; !done; rounds *= 2) {
            goneMatched = new PartPositions(gone.parts());
            goneLeft = new PartPositions(gone.parts());
            comeMatched = new PartPositions(come.parts());
            comeLeft = new PartPositions(come.parts());
            done = true;
            for (int round = 0; round < rounds && done; round++) {
                done = each.run(rounds, round);
            }
        }
    }

    private boolean crossOff(int rounds, int round) {
        DigestCounts counts = new DigestCounts(rounds, round, rowsInMemory);
        if (!gone.scan(counts, (part, position) -> counts.add())) {
            return false;
        }
        come.scan(counts, (part, position) -> {
            if (!counts.remove()) {
                comeLeft.add(part, position);
            }
            return true;
        });
        return gone.scan(counts, (part, position) -> {
            if (counts.remove()) {
                goneLeft.add(part, position);
            }
            return true;
        });
    }

    private boolean pair(int rounds, int round) {
        return pair(new DigestCounts(rounds, round, rowsInMemory), gone, come, comeMatched, comeLeft)
                && pair(new DigestCounts(rounds, round, rowsInMemory), come, gone, goneMatched, goneLeft);
    }

    private static boolean pair(
            DigestCounts counts, PartRows known, PartRows rows, PartPositions matched, PartPositions left) {
        return known.scan(counts, (part, position) -> counts.add())
                && rows.scan(counts, (part, position) -> {
                    (counts.contains() ? matched : left).add(part, position);
                    return true;
                });
    }

    PartPositions goneMatched() {
        return goneMatched;
    }

    PartPositions goneLeft() {
        return goneLeft;
    }

    PartPositions comeMatched() {
        return comeMatched;
    }

    PartPositions comeLeft() {
        return comeLeft;
    }
}
