// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

/** Only to Customer, OTC (RFC 9234 section 5). */
public record OnlyToCustomer(int flags, long asn) implements PathAttribute {
    @Override
    public int typeCode() {
        return ONLY_TO_CUSTOMER;
    }
}
