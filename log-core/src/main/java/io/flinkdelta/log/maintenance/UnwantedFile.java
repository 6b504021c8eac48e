/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

/**
 * A file that a vacuum found and nobody needs.
 *
 * @param path relative to the table, decoded
 * @param size in bytes
 */
record UnwantedFile(String path, long size) {}
