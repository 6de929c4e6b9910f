// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rtr;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
 * current layout, and zero in every PDU of the older layout. A withdrawal of the current layout should have no
 * providers, so its length is 12 bytes, and every PDU of the older layout is longer. Some caches list the providers in
 * a withdrawal nevertheless, where they have no meaning and are left out. Such a PDU has the older layout only if its
 * count of providers fits its length and its reserved bits are zero. {@link #asWithdrawalWithProviders} has the other
 * reading of a PDU that can be both.
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
        int flags = pdu.u8(8);
        int family = pdu.u8(9);
        boolean older = (flags | family) <= 1 && pdu.length() == OLD_SHORTEST + 4 * pdu.u16(10);
        if (!older) {
            return Decoded.ok(new AspaPdu(pdu.u8(0), false, Layout.CURRENT, new Aspa(r.u32(), List.of())));
        }
        r.skip(4);
        Layout layout = family == 0 ? Layout.BY_FAMILY_IPV4 : Layout.BY_FAMILY_IPV6;
        Aspa aspa = new Aspa(r.u32(), providers(r));
        return Decoded.ok(new AspaPdu(pdu.u8(0), flags == 1, layout, aspa));
    }

    /**
     * Returns the other reading of a PDU of the older layout: a withdrawal of the current layout with providers. Empty
     * for a PDU of the current layout.
     */
    public Optional<AspaPdu> asWithdrawalWithProviders() {
        if (layout == Layout.CURRENT) {
            return Optional.empty();
        }
        int count = aspa.providers().size();
        long customer = (announce ? 1L << 24 : 0) | (layout == Layout.BY_FAMILY_IPV6 ? 1L << 16 : 0) | count;
        return Optional.of(new AspaPdu(version, false, Layout.CURRENT, new Aspa(customer, List.of())));
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
