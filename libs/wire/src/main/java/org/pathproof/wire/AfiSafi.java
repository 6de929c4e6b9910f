// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

/** An address family (AFI) and subsequent address family (SAFI) by their IANA numbers (RFC 4760 section 3). */
public record AfiSafi(int afi, int safi) implements Comparable<AfiSafi> {
    public static final int AFI_IPV4 = 1;
    public static final int AFI_IPV6 = 2;
    public static final int SAFI_UNICAST = 1;
    public static final AfiSafi IPV4_UNICAST = new AfiSafi(AFI_IPV4, SAFI_UNICAST);
    public static final AfiSafi IPV6_UNICAST = new AfiSafi(AFI_IPV6, SAFI_UNICAST);

    @Override
    public int compareTo(AfiSafi other) {
        return afi != other.afi ? Integer.compare(afi, other.afi) : Integer.compare(safi, other.safi);
    }

    @Override
    public String toString() {
        return switch (afi) {
                    case AFI_IPV4 -> "ipv4";
                    case AFI_IPV6 -> "ipv6";
                    default -> "afi" + afi;
                }
                + (safi == SAFI_UNICAST ? "-unicast" : "-safi" + safi);
    }
}
