// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

/** Formats addresses: IPv4 as dotted decimal, IPv6 as RFC 5952 recommends. */
public final class IpAddress {
    private IpAddress() {}

    /** Returns 4 or 16 bytes as an address. Bytes of another length are returned in hexadecimal. */
    public static String format(Bytes bytes) {
        return switch (bytes.length()) {
            case 4 -> bytes.u8(0) + "." + bytes.u8(1) + "." + bytes.u8(2) + "." + bytes.u8(3);
            case 16 -> formatIpv6(bytes);
            default -> bytes.toHex();
        };
    }

    private static String formatIpv6(Bytes bytes) {
        int bestStart = -1;
        int bestLength = 1; // a single zero group is not shortened (RFC 5952 section 4.2.2)
        for (int i = 0; i < 8; ) {
            int j = i;
            while (j < 8 && bytes.u16(2 * j) == 0) {
                j++;
            }
            if (j - i > bestLength) {
                bestStart = i;
                bestLength = j - i;
            }
            i = Math.max(j, i + 1);
        }
        StringBuilder text = new StringBuilder(39);
        for (int i = 0; i < 8; i++) {
            if (i == bestStart) {
                text.append("::");
                i += bestLength - 1;
                continue;
            }
            if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') {
                text.append(':');
            }
            text.append(Integer.toHexString(bytes.u16(2 * i)));
        }
        return text.toString();
    }
}
