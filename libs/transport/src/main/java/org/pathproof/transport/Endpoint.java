// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport;

import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address with its transport, such as {@code quic://pathproof.example:11021}.
 *
 * @param transport transport of the byte streams
 * @param host host name or address, without brackets
 * @param port TCP or UDP port; 0 for any free port
 */
public record Endpoint(Transport transport, String host, int port) {
    private static final Pattern FORM =
            Pattern.compile("(?:(tcp|tls|quic)://)?(?:\\[([0-9a-fA-F:.]+)]|([^:/\\[\\]]+)):(\\d{1,5})");

    /** A carrier of byte streams. */
    public enum Transport {
        TCP,
        /** TLS 1.3 over TCP. */
        TLS,
        QUIC;

        /** Returns true if the transport needs certificates. */
        public boolean isEncrypted() {
            return this != TCP;
        }
    }

    /**
     * Parses {@code tcp://HOST:PORT}, {@code tls://HOST:PORT} or {@code quic://HOST:PORT}. A missing transport is TCP.
     *
     * @throws IllegalArgumentException for any other text
     */
    public static Endpoint parse(String text) {
        Matcher parts = FORM.matcher(text.strip());
        if (!parts.matches() || Integer.parseInt(parts.group(4)) > 65_535) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not HOST:PORT, tcp://HOST:PORT, tls://HOST:PORT or quic://HOST:PORT");
        }
        Transport transport = parts.group(1) == null
                ? Transport.TCP
                : Transport.valueOf(parts.group(1).toUpperCase(Locale.ROOT));
        String host = parts.group(2) != null ? parts.group(2) : parts.group(3);
        return new Endpoint(transport, host, Integer.parseInt(parts.group(4)));
    }

    /** Resolves the host. The result is unresolved if the host has no address. May wait for DNS. */
    public InetSocketAddress resolve() {
        return new InetSocketAddress(host, port);
    }

    @Override
    public String toString() {
        return transport.name().toLowerCase(Locale.ROOT) + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + port;
    }
}
