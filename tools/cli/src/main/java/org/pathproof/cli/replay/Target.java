// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.replay;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Host and port of a collector. */
record Target(String host, int port) {
    /** Parses {@code HOST:PORT} or {@code [IPV6]:PORT}. */
    static Target parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.contains(":")) {
            throw new IllegalArgumentException("'" + text + "': an IPv6 address needs brackets, as in [::1]:11019");
        }
        String port = text.substring(colon + 1);
        if (host.isEmpty()
                || !port.matches("\\d{1,5}")
                || Integer.parseInt(port) < 1
                || Integer.parseInt(port) > 65535) {
            throw new IllegalArgumentException("'" + text + "' is not HOST:PORT");
        }
        return new Target(host, Integer.parseInt(port));
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /** Converts the value of {@code --to}. */
    static final class Converter implements ITypeConverter<Target> {
        @Override
        public Target convert(String value) {
            try {
                return parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
