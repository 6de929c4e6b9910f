// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.pathproof.routerfeeds.settings.FeedSettings;
import org.pathproof.routerfeeds.settings.FeedSettings.FedRouter;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.InvalidTextException;
import org.pathproof.wire.IpAddress;

/** Reads names and addresses of the settings. */
final class FeedAddresses {
    private FeedAddresses() {}

    /** Reads the name, address or hash of a router. */
    static SessionSelector router(FedRouter router) {
        try {
            return SessionSelector.parse(router.router());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("pathproof.feeds.routers: the name of a router is empty", e);
        }
    }

    /**
     * Reads an address.
     *
     * @param setting name of the setting below {@code pathproof.feeds}
     * @return 4 or 16 bytes
     * @throws IllegalArgumentException when the text is not an address; the message names the setting
     */
    static Bytes address(String setting, String text) {
        try {
            return IpAddress.parse(text.strip());
        } catch (InvalidTextException e) {
            throw new IllegalArgumentException(
                    "pathproof.feeds." + setting + ": not an address: \"" + text + "\": " + e.getMessage(), e);
        }
    }

    /**
     * Reads a BGP Identifier.
     *
     * @throws IllegalArgumentException when the text is not a BGP Identifier; the message names the setting
     */
    static int identifier(String setting, String text) {
        Bytes bytes = address(setting, text);
        if (bytes.length() != Integer.BYTES) {
            throw new IllegalArgumentException("pathproof.feeds." + setting
                    + ": a BGP Identifier has four bytes, as in 192.0.2.9, not as in " + text);
        }
        return (int) bytes.u32(0);
    }

    /** Reads the BGP Identifier of this replica; empty if the settings have none. */
    static Optional<Integer> ownIdentifier(String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        int identifier = identifier("identifier", text);
        if (identifier == 0) {
            throw new IllegalArgumentException("pathproof.feeds.identifier: 0.0.0.0 is no BGP Identifier");
        }
        return Optional.of(identifier);
    }

    /** Reads the BGP Identifiers of all replicas, with that of this replica. */
    static Set<Integer> identifiers(FeedSettings settings) {
        Set<Integer> identifiers = new HashSet<>();
        settings.identifiers().forEach(text -> identifiers.add(identifier("identifiers", text)));
        ownIdentifier(settings.identifier()).ifPresent(identifiers::add);
        return identifiers;
    }
}
