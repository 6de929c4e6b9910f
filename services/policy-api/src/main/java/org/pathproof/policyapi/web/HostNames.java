// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import java.util.List;
import java.util.Locale;

/**
 * The names of this service: IP literals, {@code localhost}, names below {@code localhost}, and configured names. A
 * configured name is an exact name, {@code *.example.net} for every name below example.net, or {@code *} for every
 * name. Ports are ignored.
 */
final class HostNames {
    private static final String LOCALHOST = "localhost";

    private final List<String> names;

    HostNames(List<String> names) {
        this.names = names.stream().map(HostNames::normal).toList();
    }

    /** Returns the name in {@code name}, {@code name:port} or {@code [::1]:port}. */
    static String ofAuthority(String authority) {
        String text = authority.strip();
        int port = text.startsWith("[") ? text.indexOf(']') + 1 : text.indexOf(':');
        return normal(port > 0 ? text.substring(0, port) : text);
    }

    /** Returns the name in {@code scheme://name:port}; empty if there is none, as in the Origin {@code null}. */
    static String ofOrigin(String origin) {
        int scheme = origin.indexOf("://");
        return scheme < 0 ? "" : ofAuthority(origin.substring(scheme + 3));
    }

    private static String normal(String name) {
        String text = name.strip().toLowerCase(Locale.ROOT);
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }

    boolean contains(String name) {
        return isLiteral(name)
                || name.equals(LOCALHOST)
                || name.endsWith('.' + LOCALHOST)
                || names.stream().anyMatch(pattern -> matches(pattern, name));
    }

    private static boolean matches(String pattern, String name) {
        return pattern.equals("*")
                || (pattern.startsWith("*.")
                        ? name.endsWith(pattern.substring(1)) && name.length() >= pattern.length()
                        : pattern.equals(name));
    }

    private static boolean isLiteral(String name) {
        return name.startsWith("[") ? name.endsWith("]") && name.contains(":") : isIpv4(name);
    }

    private static boolean isIpv4(String name) {
        String[] parts = name.split("\\.", -1);
        if (parts.length != 4) {
            return false;
        }
        for (String part : parts) {
            if (part.isEmpty()
                    || part.length() > 3
                    || !part.chars().allMatch(c -> c >= '0' && c <= '9')
                    || Integer.parseInt(part) > 255) {
                return false;
            }
        }
        return true;
    }
}
