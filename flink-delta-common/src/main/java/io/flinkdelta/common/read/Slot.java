/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

/** Where a converted value goes: a field of a row, or the next element of a list. */
@FunctionalInterface
interface Slot {
    void set(Object value);
}
