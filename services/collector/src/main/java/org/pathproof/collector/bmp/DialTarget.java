// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A router in passive mode (RFC 7854 section 3.2), which the collector connects to.
 *
 * @param host host name or address
 * @param port TCP port
 * @param tls true for BMP over TLS
 */
public record DialTarget(String host, int port, boolean tls) {
    private static final Pattern FORM = Pattern.compile("(tls://)?(?:\\[([0-9a-fA-F:.]+)]|([^:/\\[\\]]+)):(\\d{1,5})");

    /**
     * Parses {@code host:port}, {@code [2001:db8::1]:port} or {@code tls://host:port}.
     *
     * @throws IllegalArgumentException for any other text
     */
    public static DialTarget parse(String text) {
        Matcher parts = FORM.matcher(text.strip());
        int port = parts.matches() ? Integer.parseInt(parts.group(4)) : 0;
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException(
                    "pathproof.collector.connect: not host:port or tls://host:port: \"" + text + "\"");
        }
        String host = parts.group(2) != null ? parts.group(2) : parts.group(3);
        return new DialTarget(host, port, parts.group(1) != null);
    }

    @Override
    public String toString() {
        return (tls ? "tls://" : "") + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
