/* SPDX-License-Identifier: Apache-2.0 */
/** A table in memory, for joins that look rows up by a key. */
package io.flinkdelta.source.lookup;
