/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.quickstart;

/** The quickstart did not go as it should; the message says where, the cause why. */
public final class QuickstartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public QuickstartException(String message) {
        super(message);
    }

    public QuickstartException(String message, Throwable cause) {
        super(message, cause);
    }
}
