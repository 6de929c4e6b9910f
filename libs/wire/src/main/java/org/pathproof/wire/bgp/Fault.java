// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

/** The kinds of faults of a path attribute. {@link FaultTable} has the handling of each. */
public enum Fault {
    /** The Optional or the Transitive bit differs from the one that the type requires. */
    FLAGS("wrong flags"),
    /** The attribute extends beyond the path attributes, or its header does. */
    OVERRUN("overrun"),
    /** The attribute occurs again. */
    REPEATED("repeated"),
    /** A length or a value that the type does not allow. */
    SYNTAX("malformed"),
    /** A mandatory attribute is absent. */
    MISSING("missing"),
    /** The attribute must not come from this peer, or not in this session, or not beside another attribute. */
    UNEXPECTED("unexpected"),
    /** The type is unknown, and the Optional bit is 0. */
    UNRECOGNIZED("unrecognized well-known"),
    /** AS 0 (RFC 7607). */
    AS_ZERO("AS 0"),
    /** AS_CONFED_SEQUENCE or AS_CONFED_SET where they must not be. */
    CONFEDERATION_SEGMENT("confederation segment"),
    /** The path of a confederation member does not begin with AS_CONFED_SEQUENCE. */
    NO_CONFEDERATION_SEQUENCE("no confederation sequence"),
    /** AS_SET or AS_CONFED_SET (RFC 9774). */
    AS_SET("AS_SET"),
    /** The next hop is not the address of a host. */
    NO_HOST_ADDRESS("no host address");

    private final String text;

    Fault(String text) {
        this.text = text;
    }

    /** Returns the name in the reference. */
    public String text() {
        return text;
    }
}
