// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access.http;

import java.net.InetAddress;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * The reverse proxies whose X-Forwarded-For is believed. Each proxy appends the address of its client, so that the last
 * entries are from trusted proxies, and the client can have invented all entries before them.
 */
final class TrustedProxies {
    private static final String SETTING = "pathproof.http.trusted-proxies";
    private static final int IPV4_BYTES = 4;

    private final List<Prefix> proxies;

    /**
     * @param texts addresses and prefixes
     * @throws IllegalArgumentException if a text is neither; the message names the setting
     */
    TrustedProxies(List<String> texts) {
        this.proxies = texts.stream().map(TrustedProxies::prefix).toList();
    }

    private static Prefix prefix(String text) {
        try {
            return Prefix.parse(text.strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    SETTING + " has \"" + text + "\", which is neither an address nor a prefix: " + e.getMessage(), e);
        }
    }

    private static Prefix host(InetAddress address) {
        byte[] bytes = address.getAddress();
        return Prefix.of(bytes.length == IPV4_BYTES ? 1 : 2, Bytes.wrap(bytes), Byte.SIZE * bytes.length);
    }

    boolean contains(InetAddress address) {
        Prefix host = host(address);
        return proxies.stream().anyMatch(proxy -> proxy.covers(host));
    }

    /**
     * Returns the client of a request.
     *
     * @param peer the other end of the connection
     * @param forwarded values of X-Forwarded-For in the order of the request
     */
    InetAddress client(InetAddress peer, List<String> forwarded) {
        InetAddress client = peer;
        if (!contains(peer)) {
            return client;
        }
        List<String> hops = List.of(String.join(",", forwarded).split(",", -1));
        for (String hop : hops.reversed()) {
            InetAddress address = literal(hop.strip());
            if (address == null) {
                return client;
            }
            client = address;
            if (!contains(address)) {
                return client;
            }
        }
        return client;
    }

    /** Returns the address in an entry, which some proxies write with a port; null if there is none. */
    private static @Nullable InetAddress literal(String hop) {
        String text = hop;
        if (text.startsWith("[") && text.contains("]")) {
            text = text.substring(1, text.indexOf(']'));
        } else if (text.indexOf(':') >= 0 && text.indexOf(':') == text.lastIndexOf(':')) {
            text = text.substring(0, text.indexOf(':'));
        }
        try {
            return InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns the values of a header as a list. */
    static List<String> values(@Nullable Enumeration<String> headers) {
        return headers == null ? List.of() : Collections.list(headers);
    }
}
