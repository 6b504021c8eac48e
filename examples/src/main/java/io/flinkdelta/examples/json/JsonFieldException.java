/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.json;

/** A JSON value that cannot be stored in its column without loss; the message names the field and the value. */
final class JsonFieldException extends Exception {
    private static final long serialVersionUID = 1L;

    JsonFieldException(String field, String problem) {
        super("field " + field + ": " + problem);
    }
}
