/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

/** The methods of {@link LogStore} that go to the storage. */
public enum LogOperation {
    LIST,
    READ,
    OPEN,
    PUT,
    OVERWRITE,
    DELETE
}
