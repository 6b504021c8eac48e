/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.referee;

import java.util.Locale;

/** The engines that the referee reads tables with. */
public enum Engine {
    SPARK,
    KERNEL;

    /** As in requests. */
    String requestName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
