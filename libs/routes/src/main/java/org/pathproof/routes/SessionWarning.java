// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routes;

import java.util.Arrays;
import java.util.Optional;

/**
 * The warnings about the table of a session that is up, most important first. A session record has the most important
 * one ({@code table_warning}).
 */
public enum SessionWarning {
    MESSAGES_LOST(
            "messages-lost",
            true,
            "The router has lost messages of Route Mirroring, so routes can be missing or outdated: reset the BGP session,"
                    + " or request a route refresh if the neighbor has enhanced route refresh (RFC 7313)."),
    ENCODING_CHANGED(
            "encoding-changed",
            true,
            "The router has changed the encoding of its UPDATEs within the session. Routes from before the change are"
                    + " removed: reset the BMP connection."),
    UNREADABLE_UPDATES(
            "unreadable-updates",
            true,
            "UPDATEs of Route Monitoring could not be decoded, so routes are missing: pathproof.rejects has the bytes and"
                    + " the reason."),
    SIGNED_PATHS_FORGOTTEN(
            "signed-paths-forgotten",
            true,
            "The router mirrors more signed paths than the collector remembers, so monitored copies without BGPsec_PATH"
                    + " can have replaced them: set pathproof.collector.sources to mirroring, and reset the BGP session."),
    ONLY_WITHDRAWALS(
            "only-withdrawals",
            false,
            "Route Monitoring sends only withdrawals, because the router keeps no Adj-RIB-In of this neighbor: on FRR set"
                    + " neighbor ... soft-reconfiguration inbound in each address family."),
    ONLY_MIRRORED(
            "only-mirrored",
            false,
            "Route Monitoring sends only withdrawals. The routes are from Route Mirroring, and those from before the BMP"
                    + " connection are missing: on FRR set neighbor ... soft-reconfiguration inbound in each address family."),
    MIRRORED_NOT_USED(
            "mirrored-not-used",
            false,
            "Route Mirroring has routes, Route Monitoring has none, and pathproof.collector.sources is monitoring: set it"
                    + " to auto."),
    PATH_IDS_MISSING(
            "path-ids-missing",
            false,
            "The session negotiated ADD-PATH, and the router monitors it without Path Identifiers, as FRR does. Of several"
                    + " paths to a prefix, only the last one is shown."),
    PATH_IDS_UNDECLARED(
            "path-ids-undeclared",
            false,
            "Prefixes have Path Identifiers, although the OPENs did not negotiate ADD-PATH. The routes are read with the"
                    + " identifiers."),
    TWO_OCTET_PATHS(
            "two-octet-paths",
            false,
            "AS_PATHs have AS numbers of two bytes, although the BMP header or the OPENs declare four. The paths are read"
                    + " with two bytes; update the router."),
    FOUR_OCTET_PATHS(
            "four-octet-paths",
            false,
            "AS_PATHs have AS numbers of four bytes, although the BMP header or the OPENs declare two. The paths are read"
                    + " with four bytes; update the router."),
    EXTRA_BYTES(
            "extra-bytes",
            false,
            "Messages of the router have more than one UPDATE, or bytes after the UPDATE. All readable UPDATEs are used;"
                    + " update the router.");

    private final String label;
    private final boolean fault;
    private final String text;

    SessionWarning(String label, boolean fault, String text) {
        this.label = label;
        this.fault = fault;
        this.text = text;
    }

    /** Returns the name in records, REST and metrics. */
    public String label() {
        return label;
    }

    /** Returns true if routes of the table can be missing or outdated until a fault ends; health then reports it. */
    public boolean isFault() {
        return fault;
    }

    /** Returns the cause and the remedy, in sentences for operators. */
    public String text() {
        return text;
    }

    /** Returns the warning with a label; empty for an unknown one. */
    public static Optional<SessionWarning> of(String label) {
        return Arrays.stream(values()).filter(w -> w.label.equals(label)).findFirst();
    }
}
