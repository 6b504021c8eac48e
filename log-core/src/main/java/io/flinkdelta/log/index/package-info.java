/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The live files of a version in memory, compactly: {@link io.flinkdelta.log.index.FileIndex} is a list of
 * blocks of files, each block a few columns of packed numbers and texts. Everything is kept exactly, so
 * that a file comes out equal to what went in.
 */
package io.flinkdelta.log.index;
