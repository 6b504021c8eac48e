/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.referee;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/** One engine that reads a table; an empty version is the newest, read without naming it. */
interface RowReader {
    /** The rows, each as its exact text, in any order. */
    List<String> read(String path, OptionalLong version) throws IOException;
}
