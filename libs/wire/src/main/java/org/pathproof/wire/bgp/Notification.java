// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.Bytes;

/** NOTIFICATION (RFC 4271 section 4.5). */
public record Notification(int errorCode, int errorSubcode, Bytes data) implements BgpMessage {
    @Override
    public int type() {
        return TYPE_NOTIFICATION;
    }
}
