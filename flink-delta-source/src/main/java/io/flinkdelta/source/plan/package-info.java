/* SPDX-License-Identifier: Apache-2.0 */
/** From versions of the table to splits. */
package io.flinkdelta.source.plan;
