// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.List;
import java.util.OptionalInt;
import org.pathproof.wire.Decoded;

/** Termination (RFC 7854 section 4.5). */
public record Termination(List<Tlv> tlvs) implements BmpMessage {
    public static final int TLV_STRING = 0;
    public static final int TLV_REASON = 1;

    /**
     * Returns the reason: 0 administratively closed, 1 unspecified, 2 out of resources, 3 redundant connection, 4
     * permanently administratively closed.
     */
    public OptionalInt reason() {
        return tlvs.stream()
                .filter(t -> t.type() == TLV_REASON && t.value().length() == 2)
                .mapToInt(t -> t.value().u16(0))
                .findFirst();
    }

    static Decoded<Termination> decode(BmpBody body) {
        return body.tlvs().map(Termination::new);
    }

    @Override
    public int type() {
        return TYPE_TERMINATION;
    }
}
