/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

/**
 * Which of SQL's three truth values a condition may have on the rows of a file: a set of them, as bits.
 * Too large a set is always right, too small a set never.
 */
final class Outcomes {
    static final int TRUE = 1;
    static final int FALSE = 2;
    static final int NULL = 4;
    /** Nothing is known. */
    static final int ANY = TRUE | FALSE | NULL;

    private Outcomes() {}

    static boolean mayBe(int outcomes, int value) {
        return (outcomes & value) != 0;
    }

    static int of(boolean mayBeTrue, boolean mayBeFalse, boolean mayBeNull) {
        return (mayBeTrue ? TRUE : 0) | (mayBeFalse ? FALSE : 0) | (mayBeNull ? NULL : 0);
    }

    static int not(int operand) {
        return of(mayBe(operand, FALSE), mayBe(operand, TRUE), mayBe(operand, NULL));
    }

    static int notTrue(int operand) {
        return of(mayBe(operand, FALSE | NULL), mayBe(operand, TRUE), false);
    }

    static int and(int left, int right) {
        return of(
                mayBe(left, TRUE) && mayBe(right, TRUE),
                mayBe(left, FALSE) || mayBe(right, FALSE),
                (mayBe(left, NULL) && mayBe(right, TRUE | NULL)) || (mayBe(right, NULL) && mayBe(left, TRUE | NULL)));
    }

    static int or(int left, int right) {
        return not(and(not(left), not(right)));
    }
}
