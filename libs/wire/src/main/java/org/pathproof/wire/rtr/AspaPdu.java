// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rtr;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.rpki.Aspa;

/**
 * An ASPA, announced or withdrawn (draft-ietf-sidrops-8210bis section 5.12). Only protocol version 2 has this PDU. Two
 * layouts are in use:
 *
 * <pre>
 * {@link Layout#CURRENT} version 11 flags 0 | length | customer | providers … flags: 1 = announce
 * {@link Layout#BY_FAMILY_IPV4} version 11 0 0 | length | flags afi count(2) | customer | providers … up to draft -10
 * </pre>
 *
 * <p>The third byte and the length distinguish the layouts. The third byte is non-zero in an announcement of the
 * current layout, and zero in every PDU of the older layout. A withdrawal of the current layout has no providers, so
 * its length is 12 bytes. Every PDU of the older layout is longer.
 */
public record AspaPdu(int version, boolean announce, Layout layout, Aspa aspa) implements RtrPdu {
    static final int TYPE = 11;
    static final int SHORTEST = 12;
    private static final int OLD_SHORTEST = 16;

    /** The layout of the PDU. The older layout has one PDU per address family. */
    public enum Layout {
        CURRENT,
        BY_FAMILY_IPV4,
        BY_FAMILY_IPV6
    }

    static Decoded<RtrPdu> decode(Bytes pdu) {
        if (pdu.length() % 4 != 0) {
            return Malformed.damaged(
                    pdu,
                    WireError.Code.BAD_LENGTH,
                    "Length",
                    4,
                    "an ASPA of " + pdu.length() + " bytes ends within an AS number");
        }
        boolean flagged = (pdu.u8(2) & 1) != 0;
        ByteReader r = new ByteReader(pdu.from(8));
        if (flagged || pdu.length() == SHORTEST) {
            Aspa aspa = new Aspa(r.u32(), providers(r));
            return Decoded.ok(new AspaPdu(pdu.u8(0), flagged, Layout.CURRENT, aspa));
        }
        int flags = r.u8();
        Layout layout = (r.u8() & 1) == 0 ? Layout.BY_FAMILY_IPV4 : Layout.BY_FAMILY_IPV6;
        int count = r.u16();
        if (pdu.length() != OLD_SHORTEST + 4 * count) {
            return Malformed.damaged(
                    pdu,
                    WireError.Code.BAD_LENGTH,
                    "Provider AS Count",
                    10,
                    count + " providers in " + pdu.length()
                            + " bytes: neither a withdrawal nor an ASPA of older drafts");
        }
        Aspa aspa = new Aspa(r.u32(), providers(r));
        return Decoded.ok(new AspaPdu(pdu.u8(0), (flags & 1) != 0, layout, aspa));
    }

    void encode(ByteWriter to) {
        int count = aspa.providers().size();
        if (layout == Layout.CURRENT) {
            int sent = announce ? count : 0;
            PduHeader.write(to, this, announce ? 1 << 8 : 0, SHORTEST + 4 * sent)
                    .u32(aspa.customer());
            if (!announce) {
                return;
            }
        } else {
            PduHeader.write(to, this, 0, OLD_SHORTEST + 4 * count)
                    .u8(announce ? 1 : 0)
                    .u8(layout == Layout.BY_FAMILY_IPV6 ? 1 : 0)
                    .u16(count)
                    .u32(aspa.customer());
        }
        aspa.providers().forEach(to::u32);
    }

    private static List<Long> providers(ByteReader r) {
        List<Long> providers = new ArrayList<>(r.remaining() / 4);
        while (r.has(4)) {
            providers.add(r.u32());
        }
        return providers;
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public String typeName() {
        return "aspa";
    }
}
