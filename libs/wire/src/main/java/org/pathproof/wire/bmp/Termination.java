// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.List;
import org.pathproof.wire.Decoded;

/** Termination (RFC 7854 section 4.5): TLV 0 a string, 1 a reason. */
public record Termination(List<Tlv> tlvs) implements BmpMessage {
    static Decoded<Termination> decode(BmpBody body) {
        return body.tlvs().map(Termination::new);
    }

    @Override
    public int type() {
        return TYPE_TERMINATION;
    }
}
