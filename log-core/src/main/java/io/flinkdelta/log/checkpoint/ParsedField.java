/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.Type;

/** A field of a {@link ParsedStruct}: holds the value of one row at a time. */
interface ParsedField {

    String name();

    /** The Parquet column, optional. */
    Type column();

    /** Forgets the value. */
    void clear();

    /** Whether there is a value, so that it is not null. */
    boolean isPresent();

    /** Writes the value, which is there. */
    void write(RecordConsumer out);
}
