/* SPDX-License-Identifier: Apache-2.0 */
/** What is read of a table. */
package io.flinkdelta.source.scan;
