// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

/** ATOMIC_AGGREGATE (RFC 4271 section 5.1.6). */
public record AtomicAggregate(int flags) implements PathAttribute {
    @Override
    public int typeCode() {
        return ATOMIC_AGGREGATE;
    }
}
