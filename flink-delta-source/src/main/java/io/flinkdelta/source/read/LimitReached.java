/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import org.apache.flink.api.connector.source.SourceEvent;

/** A reader has given as many rows as are wanted altogether. */
public record LimitReached() implements SourceEvent {}
