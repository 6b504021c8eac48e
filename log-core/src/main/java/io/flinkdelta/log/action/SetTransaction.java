/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import java.util.OptionalLong;

/** The progress of an application (action {@code txn}; PROTOCOL.md, "Transaction Identifiers"). */
public record SetTransaction(String appId, long version, OptionalLong lastUpdated) implements Action {
    @Override
    public <X extends Exception> void accept(Visitor<X> visitor) throws X {
        visitor.txn(this);
    }
}
