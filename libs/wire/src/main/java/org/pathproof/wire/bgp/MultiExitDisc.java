// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

/** MULTI_EXIT_DISC (RFC 4271 section 5.1.4). */
public record MultiExitDisc(int flags, long metric) implements PathAttribute {
    @Override
    public int typeCode() {
        return MULTI_EXIT_DISC;
    }
}
