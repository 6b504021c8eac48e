/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import io.flinkdelta.log.action.AddFile;

/** A live file and its place among the others of its version. */
public record PlacedFile(FilePlace place, AddFile file) {}
