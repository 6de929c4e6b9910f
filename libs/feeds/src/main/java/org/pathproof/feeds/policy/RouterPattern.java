// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import org.pathproof.wire.Prefix;

/** Selects routers of a group. Patterns are ordered by their text. */
public sealed interface RouterPattern extends Comparable<RouterPattern> {
    boolean matches(RouterIdentity router);

    /** Returns the pattern in canonical form. */
    String text();

    @Override
    default int compareTo(RouterPattern other) {
        return text().compareTo(other.text());
    }

    /** All routers with an address in a prefix. */
    record ByAddress(Prefix prefix) implements RouterPattern {
        @Override
        public boolean matches(RouterIdentity router) {
            return prefix.covers(router.address());
        }

        @Override
        public String text() {
            return prefix.toString();
        }
    }

    /** All routers whose name equals the text. Each {@code *} in the text stands for any characters, or for none. */
    record ByName(String text) implements RouterPattern {
        @Override
        public boolean matches(RouterIdentity router) {
            String[] parts = text.split("\\*", -1);
            String name = router.name();
            if (parts.length == 1) {
                return name.equals(text);
            }
            String first = parts[0];
            String last = parts[parts.length - 1];
            if (name.length() < first.length() + last.length() || !name.startsWith(first) || !name.endsWith(last)) {
                return false;
            }
            int at = first.length();
            int end = name.length() - last.length();
            for (int i = 1; i < parts.length - 1; i++) {
                int found = name.indexOf(parts[i], at);
                if (found < 0 || found + parts[i].length() > end) {
                    return false;
                }
                at = found + parts[i].length();
            }
            return true;
        }
    }
}
