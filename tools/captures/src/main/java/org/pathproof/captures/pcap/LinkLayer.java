// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import java.util.Optional;
import org.pathproof.wire.Bytes;

/** Finds IP packets in link layer frames, by LINKTYPE number. */
final class LinkLayer {
    private static final int NULL = 0;
    private static final int ETHERNET = 1;
    private static final int RAW_BSD = 12;
    private static final int RAW_OPENBSD = 14;
    private static final int RAW = 101;
    private static final int LOOP = 108;
    private static final int LINUX_SLL = 113;
    private static final int IPV4 = 228;
    private static final int IPV6 = 229;
    private static final int LINUX_SLL2 = 276;

    private static final int ETHERTYPE_IPV4 = 0x0800;
    private static final int ETHERTYPE_IPV6 = 0x86dd;
    private static final int ETHERTYPE_VLAN = 0x8100;
    private static final int ETHERTYPE_QINQ = 0x88a8;
    private static final int ETHERTYPE_OLD_QINQ = 0x9100;

    private LinkLayer() {}

    static boolean isKnown(int linkType) {
        return switch (linkType) {
            case NULL, ETHERNET, RAW_BSD, RAW_OPENBSD, RAW, LOOP, LINUX_SLL, IPV4, IPV6, LINUX_SLL2 -> true;
            default -> false;
        };
    }

    /** Returns the IP packet of a frame, possibly with padding at its end. Empty if the frame holds none. */
    static Optional<Bytes> ipPacket(int linkType, Bytes frame) {
        return switch (linkType) {
            case ETHERNET -> typed(frame, 12, 14);
            case LINUX_SLL -> typed(frame, 14, 16);
            case LINUX_SLL2 -> typed(frame, 0, 20);
            case RAW, RAW_BSD, RAW_OPENBSD, IPV4, IPV6 -> Optional.of(frame);
            // The frame begins with an address family of four bytes, which is skipped: the packet itself states its IP
            // version.
            case NULL, LOOP -> frame.length() < 4 ? Optional.empty() : Optional.of(frame.from(4));
            default -> Optional.empty();
        };
    }

    /**
     * Returns the bytes from {@code at} if the EtherType at {@code typeAt} is that of IP. VLAN tags (IEEE 802.1Q) are
     * skipped.
     */
    private static Optional<Bytes> typed(Bytes frame, int typeAt, int at) {
        if (frame.length() < at) {
            return Optional.empty();
        }
        int type = frame.u16(typeAt);
        int payload = at;
        while ((type == ETHERTYPE_VLAN || type == ETHERTYPE_QINQ || type == ETHERTYPE_OLD_QINQ)
                && frame.length() >= payload + 4) {
            type = frame.u16(payload + 2);
            payload += 4;
        }
        return type == ETHERTYPE_IPV4 || type == ETHERTYPE_IPV6 ? Optional.of(frame.from(payload)) : Optional.empty();
    }
}
