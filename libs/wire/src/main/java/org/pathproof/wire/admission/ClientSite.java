// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.admission;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.pathproof.wire.Bytes;

/**
 * The address by which limits count a client: an IPv4 address, or an IPv6 /64, which one subscriber usually holds
 * (RFC 6177). An IPv4 address in IPv6 form (RFC 4291, section 2.5.5.2) counts as IPv4.
 *
 * @param address 4 bytes, or the first 8 bytes of an IPv6 address
 */
public record ClientSite(Bytes address) {
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_SITE_BYTES = 8;

    public static ClientSite of(InetAddress address) {
        Bytes bytes = Bytes.wrap(address.getAddress());
        return new ClientSite(
                bytes.length() == IPV4_BYTES
                        ? bytes
                        : bytes.slice(0, IPV6_SITE_BYTES).compact());
    }

    /**
     * Returns the site of an address in text form.
     *
     * @throws IllegalArgumentException if the text is not an IP address
     */
    public static ClientSite parse(String address) {
        return of(InetAddress.ofLiteral(address));
    }

    /** Returns the IPv4 address, or the IPv6 prefix with its length. */
    @Override
    public String toString() {
        byte[] bytes = address.toArray();
        try {
            return bytes.length == IPV4_BYTES
                    ? InetAddress.getByAddress(bytes).getHostAddress()
                    : InetAddress.getByAddress(Arrays.copyOf(bytes, 2 * IPV6_SITE_BYTES))
                                    .getHostAddress() + "/64";
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has 4 or 16 bytes", e);
        }
    }
}
