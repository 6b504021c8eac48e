/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.referee;

/** What an engine threw in the referee's JVM. */
public final class RefereeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String className;
    private final String condition;

    RefereeException(String className, String condition, String message) {
        super(className + ": " + message);
        this.className = className;
        this.condition = condition;
    }

    /** The class of the exception over there. */
    public String className() {
        return className;
    }

    /** Spark's error condition, empty for other errors. */
    public String condition() {
        return condition;
    }
}
