// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.Bytes;

/** ORIGINATOR_ID (RFC 4456): four octets. */
public record OriginatorId(int flags, Bytes routerId) implements PathAttribute {
    @Override
    public int typeCode() {
        return ORIGINATOR_ID;
    }
}
