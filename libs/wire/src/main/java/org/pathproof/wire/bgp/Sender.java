// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

/** The kind of peer from which an UPDATE came. Several rules depend on the kind (RFC 7606 section 7, RFC 5065). */
public enum Sender {
    /** A peer of another AS, outside the confederation of the receiver. */
    EXTERNAL("external"),
    /** A peer of another Member-AS of the receiver's confederation (RFC 5065). */
    CONFEDERATION_MEMBER("confederation member"),
    /** A peer of the receiver's AS or Member-AS. */
    INTERNAL("internal"),
    /** A peer whose kind is not known: of several approaches to an error the mildest applies. */
    UNKNOWN("unknown"),
    /**
     * No single peer: the UPDATE shows the router's own table, a Loc-RIB (RFC 9069) or an Adj-RIB-Out (RFC 8671), or
     * own routes of the router.
     */
    OWN_TABLE("own table");

    private final String text;

    Sender(String text) {
        this.text = text;
    }

    /** Returns the name for operators. */
    public String text() {
        return text;
    }
}
