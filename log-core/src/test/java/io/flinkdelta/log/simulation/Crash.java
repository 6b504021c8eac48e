/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

/** The end of a simulated process. */
final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    Crash() {
        super("the process has ended", null, false, false);
    }
}
