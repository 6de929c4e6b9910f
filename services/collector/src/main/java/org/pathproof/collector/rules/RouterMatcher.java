// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.rules;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.pathproof.wire.IpAddress;
import org.pathproof.wire.Prefix;

/**
 * A list of routers in the settings, by name ({@code r1}), address or prefix ({@code 192.0.2.1}, {@code
 * 2001:db8::/32}).
 */
public final class RouterMatcher {
    /** Matches no router. */
    public static final RouterMatcher NONE = new RouterMatcher(List.of(), Set.of());

    private final List<Prefix> prefixes;
    private final Set<String> names;

    private RouterMatcher(List<Prefix> prefixes, Set<String> names) {
        this.prefixes = List.copyOf(prefixes);
        this.names = Set.copyOf(names);
    }

    /**
     * Parses a list of routers. A text that is neither address nor prefix is a name.
     *
     * @throws IllegalArgumentException when a text is blank, or is meant as an address or prefix and has a fault
     */
    public static RouterMatcher of(List<String> routers) {
        List<Prefix> prefixes = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (String router : routers) {
            String text = router.strip();
            if (text.isEmpty()) {
                throw new IllegalArgumentException(
                        "a router has a name, an address or a prefix, not \"" + router + "\"");
            }
            if (text.indexOf('/') >= 0 || IpAddress.isLikeAddress(text)) {
                prefixes.add(Prefix.parse(text));
            } else {
                names.add(text.toLowerCase(Locale.ROOT));
            }
        }
        return new RouterMatcher(prefixes, names);
    }

    /** Returns true for a router with a listed name or source address. Names match in any case. */
    public boolean matches(RouterIdentity router) {
        if (names.contains(router.name().toLowerCase(Locale.ROOT))) {
            return true;
        }
        if (prefixes.isEmpty() || !IpAddress.isAddress(router.ip())) {
            return false;
        }
        Prefix host = Prefix.host(IpAddress.parse(router.ip()));
        return prefixes.stream().anyMatch(prefix -> prefix.covers(host));
    }
}
