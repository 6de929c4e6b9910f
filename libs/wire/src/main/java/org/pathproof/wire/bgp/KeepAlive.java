// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

/** KEEPALIVE (RFC 4271 section 4.4). */
public record KeepAlive() implements BgpMessage {
    @Override
    public int type() {
        return TYPE_KEEPALIVE;
    }
}
