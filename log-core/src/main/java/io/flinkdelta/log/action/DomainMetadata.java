/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

/** The configuration of one metadata domain (PROTOCOL.md, "Domain Metadata"). */
public record DomainMetadata(String domain, String configuration, boolean removed) implements Action {}
