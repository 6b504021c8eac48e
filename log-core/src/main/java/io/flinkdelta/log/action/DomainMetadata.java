/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

/** The configuration of one metadata domain (PROTOCOL.md, "Domain Metadata"). */
public record DomainMetadata(String domain, String configuration, boolean removed) implements Action {
    @Override
    public <X extends Exception> void accept(Visitor<X> visitor) throws X {
        visitor.domainMetadata(this);
    }
}
