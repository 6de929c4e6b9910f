// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import java.util.Comparator;

/**
 * A cause of faults. Equal subjects have at most one incident that is not closed.
 *
 * @param asn AS number; -1 for kinds without an AS
 * @param router name of the router; empty for kinds without a router. Equally for the further fields.
 * @param peer name of the peer among the peers of the router
 * @param source name of the RPKI source
 */
record Subject(IncidentKind kind, long asn, String router, String peer, String source) implements Comparable<Subject> {
    static final long NO_AS = -1;

    /** The subject of the incident of all causes beyond the bound. */
    static final Subject OTHERS = new Subject(IncidentKind.OTHERS, NO_AS, "", "", "");

    private static final Comparator<Subject> ORDER = Comparator.comparing(Subject::kind)
            .thenComparingLong(Subject::asn)
            .thenComparing(Subject::router)
            .thenComparing(Subject::peer)
            .thenComparing(Subject::source);

    static Subject ofAs(long asn) {
        return new Subject(IncidentKind.INVALID_PATHS, asn, "", "", "");
    }

    static Subject ofPeer(IncidentKind kind, String router, String peer) {
        return new Subject(kind, NO_AS, router, peer, "");
    }

    static Subject ofSource(String name) {
        return new Subject(IncidentKind.SOURCE_LOST, NO_AS, "", "", name);
    }

    @Override
    public int compareTo(Subject other) {
        return ORDER.compare(this, other);
    }

    /** Returns the fields as text, each in a line. */
    String text() {
        return String.join("\n", kind.label(), asn < 0 ? "" : Long.toString(asn), router, peer, source);
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder(kind.label());
        if (asn >= 0) {
            out.append(" AS").append(asn);
        }
        for (String field : new String[] {peer, router, source}) {
            if (!field.isEmpty()) {
                out.append(' ').append(field);
            }
        }
        return out.toString();
    }
}
