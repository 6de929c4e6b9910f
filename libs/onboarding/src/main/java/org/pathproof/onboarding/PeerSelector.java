// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding;

import java.util.OptionalLong;
import org.pathproof.wire.AsNumbers;
import org.pathproof.wire.Prefix;

/** Selects peers of a router by AS ({@code AS64500}), address or prefix ({@code 192.0.2.1}, {@code 2001:db8::/32}). */
public sealed interface PeerSelector {
    /** Selects all peers of an AS. */
    record OfAs(long asn) implements PeerSelector {
        @Override
        public String toString() {
            return "AS" + asn;
        }
    }

    /** Selects all peers with an address in a prefix. */
    record InPrefix(Prefix prefix) implements PeerSelector {
        @Override
        public String toString() {
            return prefix.length() == Prefix.maxLength(prefix.afi()) ? prefix.address() : prefix.toString();
        }
    }

    /**
     * Parses a selector.
     *
     * @throws IllegalArgumentException when the text is neither address, prefix nor AS
     */
    static PeerSelector parse(String selector) {
        String text = selector.strip();
        OptionalLong asn = AsNumbers.find(text);
        if (asn.isPresent()) {
            return new OfAs(asn.getAsLong());
        }
        try {
            return new InPrefix(Prefix.parse(text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "not a peer address, prefix or AS: \"" + selector + "\": " + e.getMessage(), e);
        }
    }
}
