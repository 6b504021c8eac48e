/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The functions by their SQL names. */
final class Functions {
    private static final Map<String, Function> BY_NAME = all();

    private Functions() {}

    /** What a function makes of its arguments. */
    @FunctionalInterface
    interface Function {
        /**
         * The bound call.
         *
         * @throws io.flinkdelta.log.error.UnsupportedFeatureException when number or types do not fit
         */
        Node bind(Operands operands);
    }

    private static Map<String, Function> all() {
        Map<String, Function> all = new HashMap<>();
        Conditionals.addTo(all);
        TextFunctions.addTo(all);
        NumberFunctions.addTo(all);
        TimeFunctions.addTo(all);
        CastFunctions.addTo(all);
        return Map.copyOf(all);
    }

    /** The function of a name in any case. */
    static Optional<Function> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name.toLowerCase(Locale.ROOT)));
    }

    static boolean isKnown(String name) {
        return find(name).isPresent();
    }
}
