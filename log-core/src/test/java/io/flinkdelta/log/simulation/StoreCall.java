/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import java.util.List;

/** The calls to a table's storage that a simulated process makes. */
enum StoreCall {
    LIST,
    READ,
    OPEN,
    PUT,
    OVERWRITE,
    DELETE,
    CREATE_DATA,
    CLOSE_DATA,
    OPEN_DATA,
    DELETE_DATA,
    LIST_DATA;

    /** What a real storage may do to it, besides pauses and crashes, which any call may meet. */
    List<Fault> faults() {
        return switch (this) {
            case LIST -> List.of(Fault.FAIL_BEFORE, Fault.SLOW_LIST, Fault.SLOW_LIST);
            case PUT ->
                List.of(Fault.FAIL_BEFORE, Fault.LOSE_ANSWER, Fault.LOSE_PUT, Fault.LAND_LATE, Fault.REPEAT_PUT);
            case OVERWRITE, DELETE, DELETE_DATA -> List.of(Fault.FAIL_BEFORE, Fault.FAIL_AFTER);
            case READ, OPEN, CREATE_DATA, CLOSE_DATA, OPEN_DATA, LIST_DATA -> List.of(Fault.FAIL_BEFORE);
        };
    }
}
