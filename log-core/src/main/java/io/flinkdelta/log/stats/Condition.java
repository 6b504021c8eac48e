/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import java.util.function.ToIntFunction;

/**
 * A compiled condition.
 *
 * @param test gives the {@link Outcomes} on the rows of a file
 * @param exact whether there is one outcome only, the same on every row, for each file
 */
record Condition(ToIntFunction<FileFacts> test, boolean exact) {
    /** Nothing is known. */
    static final Condition ANY = new Condition(facts -> Outcomes.ANY, false);

    int outcomes(FileFacts facts) {
        return test.applyAsInt(facts);
    }

    Condition and(Condition other) {
        return new Condition(facts -> Outcomes.and(outcomes(facts), other.outcomes(facts)), exact && other.exact);
    }

    Condition or(Condition other) {
        return new Condition(facts -> Outcomes.or(outcomes(facts), other.outcomes(facts)), exact && other.exact);
    }

    /** Of its being false or null. */
    Condition notTrue() {
        return new Condition(facts -> Outcomes.notTrue(outcomes(facts)), exact);
    }

    Condition not() {
        return new Condition(facts -> Outcomes.not(outcomes(facts)), exact);
    }
}
