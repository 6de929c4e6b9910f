// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Formats and parses addresses: IPv4 as dotted decimal, IPv6 as RFC 5952 recommends. */
public final class IpAddress {
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;
    private static final int MAX_GROUP_DIGITS = 4;

    /** Digits with dots, or at least two colons between hexadecimal digits; with or without a zone. */
    private static final Pattern LIKE_ADDRESS =
            Pattern.compile("[0-9]*\\.[0-9.]*(%.*)?|[0-9a-fA-F]*:[0-9a-fA-F]*:[0-9a-fA-F:.]*(%.*)?");

    private static final Pattern MAC_ADDRESS = Pattern.compile("([0-9a-fA-F]{1,2}:){5}[0-9a-fA-F]{1,2}");
    private static final Bytes MAPPED = Bytes.fromHex("00000000000000000000ffff");

    private IpAddress() {}

    /**
     * Parses an address exactly: IPv4 as four decimal numbers without leading zeros, IPv6 as in RFC 4291 section 2.2.
     * Never starts a DNS query, and never turns an IPv4-mapped address into IPv4.
     *
     * @return 4 or 16 bytes
     * @throws InvalidTextException for other text, and for an address with a zone
     */
    public static Bytes parse(String text) {
        if (text.indexOf('%') >= 0) {
            throw new InvalidTextException(text, "has a zone, which an address here cannot have");
        }
        ByteWriter to = new ByteWriter(IPV6_BYTES);
        boolean isAddress = text.indexOf(':') < 0 ? readIpv4(text, to) : readIpv6(text, to);
        if (!isAddress) {
            throw new InvalidTextException(
                    text,
                    text.indexOf(':') < 0
                            ? "is not an IPv4 address (four numbers of 0..255, without leading zeros)"
                            : "is not an IPv6 address (RFC 4291 section 2.2)");
        }
        return to.toBytes();
    }

    /** Returns true for the text of an address. */
    public static boolean isAddress(String text) {
        try {
            return parse(text).length() > 0;
        } catch (InvalidTextException _) {
            return false;
        }
    }

    /**
     * Returns true for text that its author can only mean as an address. The text may still have a fault. A MAC address
     * is none, because routers use it as a name.
     */
    public static boolean isLikeAddress(String text) {
        return LIKE_ADDRESS.matcher(text).matches()
                && !MAC_ADDRESS.matcher(text).matches();
    }

    /** Returns true for 16 bytes that are an IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2). */
    public static boolean isIpv4Mapped(Bytes address) {
        return address.length() == IPV6_BYTES
                && address.slice(0, MAPPED.length()).equals(MAPPED);
    }

    private static boolean readIpv4(String text, ByteWriter to) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != IPV4_BYTES) {
            return false;
        }
        for (String part : parts) {
            OptionalLong number = DecimalText.parse(part, 255);
            if (number.isEmpty()) {
                return false;
            }
            to.u8((int) number.getAsLong());
        }
        return true;
    }

    private static boolean readIpv6(String text, ByteWriter to) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            return readGroups(text, true, to) && to.length() == IPV6_BYTES;
        }
        ByteWriter tail = new ByteWriter(IPV6_BYTES);
        String head = text.substring(0, gap);
        String rest = text.substring(gap + 2);
        if (!head.isEmpty() && !readGroups(head, false, to) || !rest.isEmpty() && !readGroups(rest, true, tail)) {
            return false;
        }
        int zeros = IPV6_BYTES - to.length() - tail.length();
        if (zeros < 2) {
            return false; // the gap stands for at least one group
        }
        for (int i = 0; i < zeros; i++) {
            to.u8(0);
        }
        to.bytes(tail.toArray());
        return true;
    }

    /** Reads groups of hexadecimal digits. The last one may be an IPv4 address if {@code atEnd} is true. */
    private static boolean readGroups(String text, boolean atEnd, ByteWriter to) {
        String[] groups = text.split(":", IPV6_BYTES);
        for (int i = 0; i < groups.length; i++) {
            String group = groups[i];
            boolean isLast = i == groups.length - 1;
            if (atEnd && isLast && group.indexOf('.') >= 0) {
                return readIpv4(group, to);
            }
            if (group.isEmpty()
                    || group.length() > MAX_GROUP_DIGITS
                    || !group.chars().allMatch(IpAddress::isHexadecimal)) {
                return false;
            }
            to.u16(Integer.parseInt(group, 16));
        }
        return to.length() <= IPV6_BYTES;
    }

    private static boolean isHexadecimal(int c) {
        return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F';
    }

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
