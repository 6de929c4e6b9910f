// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

/**
 * An IPv4 or IPv6 prefix. Bits after the prefix length are cleared, so that equal prefixes are equal objects.
 *
 * <p>Prefixes are ordered by family, then address, then length: a prefix comes directly before the prefixes that it
 * covers.
 *
 * @param afi {@link AfiSafi#AFI_IPV4} or {@link AfiSafi#AFI_IPV6}
 * @param hi the first 64 bits of the address; an IPv4 address is in the upper 32
 * @param lo the last 64 bits of an IPv6 address; 0 for IPv4
 * @param length in bits: 0 to 32, or 0 to 128
 */
public record Prefix(int afi, long hi, long lo, int length) implements Comparable<Prefix> {
    /** Number of bits before the IPv4 address in an IPv4-mapped IPv6 address. */
    private static final int MAPPED_BITS = 96;

    public Prefix {
        int max = maxLength(afi);
        if (length < 0 || length > max) {
            throw new IllegalArgumentException("prefix length " + length + " is not in 0.." + max);
        }
        hi &= mask(Math.min(length, 64));
        lo &= mask(Math.max(0, length - 64));
    }

    public static Prefix ipv4(int address, int length) {
        return new Prefix(AfiSafi.AFI_IPV4, (long) address << 32, 0, length);
    }

    public static Prefix ipv6(long hi, long lo, int length) {
        return new Prefix(AfiSafi.AFI_IPV6, hi, lo, length);
    }

    /**
     * Returns the prefix of an NLRI field (RFC 4271 section 4.3). Missing bytes count as zero, and bits after the
     * prefix length are cleared, as RFC 8205 section 5.2 requires before a signature is verified.
     *
     * @param bytes up to 4 (IPv4) or 16 (IPv6) bytes of the address
     * @param length prefix length in bits
     */
    public static Prefix of(int afi, Bytes bytes, int length) {
        long hi = 0;
        long lo = 0;
        for (int i = 0; i < Math.min(16, bytes.length()); i++) {
            if (i < 8) {
                hi |= (long) bytes.u8(i) << (56 - 8 * i);
            } else {
                lo |= (long) bytes.u8(i) << (120 - 8 * i);
            }
        }
        return new Prefix(afi, hi, lo, length);
    }

    /** Returns the prefix that contains one address only. */
    public static Prefix host(Bytes address) {
        int afi = address.length() == 4 ? AfiSafi.AFI_IPV4 : AfiSafi.AFI_IPV6;
        return of(afi, address, maxLength(afi));
    }

    /**
     * Parses text such as {@code 192.0.2.0/24} or {@code 2001:db8::/32} exactly: with all parts of the address, without
     * bits after the length (RFC 8416 section 3.1), and without leading zeros, signs, white space and zones. Without a
     * length the text is a host prefix. IPv4-mapped IPv6 prefixes are refused, because no IPv4 route has one.
     *
     * @throws InvalidTextException when the text is not a prefix
     */
    public static Prefix parse(String text) {
        Prefix prefix = ofFormatted(text);
        if (prefix.length >= MAPPED_BITS && IpAddress.isIpv4Mapped(Bytes.wrap(prefix.addressBytes()))) {
            Prefix ipv4 = ipv4((int) prefix.lo, prefix.length - MAPPED_BITS);
            throw new InvalidTextException(text, "is an IPv4-mapped IPv6 prefix: write " + ipv4);
        }
        return prefix;
    }

    /**
     * Parses text as {@link #parse} does, where the length must be present.
     *
     * @throws InvalidTextException when the text is not a prefix with its length
     */
    public static Prefix parseWithLength(String text) {
        if (text.indexOf('/') < 0) {
            throw new InvalidTextException(text, "has no length, such as /24");
        }
        return parse(text);
    }

    /**
     * Parses the text that {@link #toString} or {@link IpAddress#format} returns, also that of an IPv4-mapped prefix.
     *
     * @throws InvalidTextException when the text is not a prefix
     */
    public static Prefix ofFormatted(String text) {
        int slash = text.indexOf('/');
        Bytes address;
        try {
            address = IpAddress.parse(slash < 0 ? text : text.substring(0, slash));
        } catch (InvalidTextException e) {
            String prefix = "is not a prefix such as 192.0.2.0/24 or 2001:db8::/32";
            throw new InvalidTextException(
                    text, slash < 0 ? prefix + ", and " + e.reason() : prefix + ": " + e.getMessage());
        }
        Prefix host = host(address);
        if (slash < 0) {
            return host;
        }
        int longest = host.length;
        int length = (int) DecimalText.parse(text.substring(slash + 1), longest)
                .orElseThrow(() -> new InvalidTextException(
                        text, "is not a prefix: the length is a number of 0.." + longest + " without leading zeros"));
        Prefix prefix = host.truncate(length);
        if (prefix.hi != host.hi || prefix.lo != host.lo) {
            throw new InvalidTextException(
                    text, "has bits after its length: write " + prefix + ", or " + host + " for the address");
        }
        return prefix;
    }

    /**
     * Returns the address length of a family in bits: 32 or 128.
     *
     * @throws IllegalArgumentException when the family is neither IPv4 nor IPv6
     */
    public static int maxLength(int afi) {
        return switch (afi) {
            case AfiSafi.AFI_IPV4 -> 32;
            case AfiSafi.AFI_IPV6 -> 128;
            default -> throw new IllegalArgumentException("no prefixes of address family " + afi);
        };
    }

    public boolean isIpv4() {
        return afi == AfiSafi.AFI_IPV4;
    }

    /** Returns true when this prefix contains every address of {@code other}. A prefix covers itself. */
    public boolean covers(Prefix other) {
        return afi == other.afi
                && length <= other.length
                && (other.hi & mask(Math.min(length, 64))) == hi
                && (other.lo & mask(Math.max(0, length - 64))) == lo;
    }

    /** Returns this prefix, shortened to at most {@code shorter} bits. */
    public Prefix truncate(int shorter) {
        return new Prefix(afi, hi, lo, Math.min(length, shorter));
    }

    /** Returns the address bytes of an NLRI field: (length + 7) / 8 bytes. */
    public byte[] nlriBytes() {
        byte[] bytes = new byte[(length + 7) / 8];
        copyNlriBytes(bytes, 0);
        return bytes;
    }

    /** Writes the bytes of {@link #nlriBytes} into {@code target} at index {@code at}. */
    public void copyNlriBytes(byte[] target, int at) {
        int bytes = (length + 7) / 8;
        for (int i = 0; i < bytes; i++) {
            target[at + i] = (byte) (i < 8 ? hi >>> (56 - 8 * i) : lo >>> (120 - 8 * i));
        }
    }

    /** Returns the complete address: 4 or 16 bytes. */
    public byte[] addressBytes() {
        byte[] bytes = new byte[isIpv4() ? 4 : 16];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i < 8 ? hi >>> (56 - 8 * i) : lo >>> (120 - 8 * i));
        }
        return bytes;
    }

    /** Returns the address without the length, formatted by {@link IpAddress#format}. */
    public String address() {
        return IpAddress.format(Bytes.wrap(addressBytes()));
    }

    @Override
    public int compareTo(Prefix other) {
        if (afi != other.afi) {
            return Integer.compare(afi, other.afi);
        }
        int c = Long.compareUnsigned(hi, other.hi);
        if (c == 0) {
            c = Long.compareUnsigned(lo, other.lo);
        }
        return c != 0 ? c : Integer.compare(length, other.length);
    }

    /** Returns a hash code with well-spread bits, because the last bits of most prefixes are zero. */
    @Override
    public int hashCode() {
        long bits = hi ^ hi >>> 32 ^ Long.rotateLeft(lo, 17) ^ (afi << 8 | length);
        return (int) (bits * 0x9e37_79b9_7f4a_7c15L >>> 32);
    }

    @Override
    public String toString() {
        return address() + "/" + length;
    }

    private static long mask(int bits) {
        return bits == 0 ? 0 : -1L << (64 - bits);
    }
}
