// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names of this service. {@code Host} may have an IP literal, {@code localhost}, a name below {@code localhost}, or
 * a configured name. {@code Origin} may have the name and the port of {@code Host}, or a configured name. A configured
 * name is an exact name, {@code *.example.net} for every name below example.net, or {@code *} for every name. The port
 * of a configured name is ignored.
 */
final class HostNames {
    private static final String SETTING = "pathproof.policy-api.http.allowed-hosts";
    private static final String LOCALHOST = "localhost";

    /** A configured name or IPv6 address in brackets, with an optional wildcard and port. */
    private static final Pattern ENTRY =
            Pattern.compile("(\\*|(?:\\*\\.)?[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?\\.?|\\[[0-9a-f:.]+])(?::\\d{1,5})?");

    /** The origin of a page (RFC 6454, section 6.2). Browser extensions have other schemes. */
    private static final Pattern ORIGIN =
            Pattern.compile("(https?)://(\\[[0-9a-f:.]+]|[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?\\.?)(?::(\\d{1,5}))?");

    private static final String HTTPS_PORT = "443";
    private static final String HTTP_PORT = "80";

    private final List<String> names;

    /**
     * @param names configured names
     * @throws IllegalArgumentException if a text is not a name; the message names the setting
     */
    HostNames(List<String> names) {
        this.names = names.stream().map(HostNames::entry).toList();
    }

    private static String entry(String text) {
        Matcher entry = ENTRY.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!entry.matches()) {
            throw new IllegalArgumentException(SETTING + " has \"" + text
                    + "\", which is not a host name: write the name without scheme and path, for example"
                    + " pathproof.example or *.example.net");
        }
        return normal(entry.group(1));
    }

    /** Returns the name in {@code name}, {@code name:port} or {@code [::1]:port}. */
    private static String ofAuthority(String authority) {
        String text = authority.strip();
        int colon = colon(text);
        return normal(colon > 0 ? text.substring(0, colon) : text);
    }

    /** Returns the port in an authority. */
    private static String port(String authority, String standard) {
        String text = authority.strip();
        int colon = colon(text);
        return colon > 0 && colon + 1 < text.length() ? text.substring(colon + 1) : standard;
    }

    private static int colon(String authority) {
        return authority.startsWith("[") ? authority.indexOf(']') + 1 : authority.indexOf(':');
    }

    private static String normal(String name) {
        String text = name.strip().toLowerCase(Locale.ROOT);
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }

    /** Returns true for the name in a Host header, with or without a port. */
    boolean acceptsHost(String host) {
        String name = ofAuthority(host);
        return isLiteral(name) || name.equals(LOCALHOST) || name.endsWith('.' + LOCALHOST) || isConfigured(name);
    }

    /**
     * Returns true for the origin of this service's own pages.
     *
     * @param host the Host header of the request
     */
    boolean acceptsOrigin(String origin, @Nullable String host) {
        Matcher page = ORIGIN.matcher(origin.strip().toLowerCase(Locale.ROOT));
        if (!page.matches()) {
            return false;
        }
        String name = normal(page.group(2));
        String standard = page.group(1).equals("https") ? HTTPS_PORT : HTTP_PORT;
        String port = page.group(3) == null ? standard : page.group(3);
        return host != null && name.equals(ofAuthority(host)) && port.equals(port(host, standard))
                || isConfigured(name);
    }

    /** Returns the value for the setting that admits a Host header; empty if the header has no host name. */
    static Optional<String> settingFor(String host) {
        Matcher entry = ENTRY.matcher(host.strip().toLowerCase(Locale.ROOT));
        return entry.matches() && !entry.group(1).startsWith("*")
                ? Optional.of(normal(entry.group(1)))
                : Optional.empty();
    }

    private boolean isConfigured(String name) {
        return names.stream().anyMatch(pattern -> matches(pattern, name));
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
