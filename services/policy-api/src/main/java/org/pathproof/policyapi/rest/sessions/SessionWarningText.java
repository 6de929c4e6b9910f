// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.sessions;

/** The sentences about warnings of sessions: the cause, and what follows from it. */
final class SessionWarningText {
    private SessionWarningText() {}

    static String of(String warning) {
        return switch (warning) {
            case "sent-open-unreadable" ->
                "The OPEN that the router sent cannot be read in its Peer Up. The AS of the router is unknown, so signed"
                        + " paths stay unverified; capabilities count as not negotiated.";
            case "received-open-unreadable" ->
                "The OPEN that the router received cannot be read in its Peer Up. The AS of the peer is that of the"
                        + " per-peer header; capabilities count as not negotiated, and roles are those of the settings.";
            case "opens-unreadable" ->
                "Neither OPEN can be read in the Peer Up. The AS of the router is unknown, so signed paths stay"
                        + " unverified; capabilities count as not negotiated.";
            case "peer-down-ambiguous" ->
                "A Peer Down is about this neighbor or another one with the same link-local address, and its AS and BGP"
                        + " Identifier do not tell which one. Routes may be outdated until the router sends a route,"
                        + " statistics or a Peer Up of this neighbor.";
            default -> "The session has a warning: " + warning;
        };
    }
}
