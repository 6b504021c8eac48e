/* SPDX-License-Identifier: Apache-2.0 */
/** The sink: rows in, Parquet files per checkpoint, one commit of the Delta log per checkpoint. */
package io.flinkdelta.sink;
