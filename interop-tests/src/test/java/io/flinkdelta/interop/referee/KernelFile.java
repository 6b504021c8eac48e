/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.referee;

/**
 * A live file as Delta Kernel lists it.
 *
 * @param path absolute, encoded
 * @param deletionVector its unique id, null for none
 */
public record KernelFile(String path, long size, String deletionVector) {}
