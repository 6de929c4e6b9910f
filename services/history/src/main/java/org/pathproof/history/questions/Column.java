// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.questions;

/**
 * A column of an answer.
 *
 * @param name name in answers, or the first of several names ({@link Type#SESSION}, {@link Type#PREFIX})
 */
public record Column(String name, Type type) {
    /** The meanings of the values of a query. */
    public enum Type {
        /** Text. */
        TEXT,
        /** A whole number. */
        NUMBER,
        /** A number between 0 and 1. */
        SHARE,
        /** Microseconds since 1970; a time of RFC 3339 in answers. */
        TIME,
        /** Number of a path state. */
        STATE,
        /** Number of an origin state. */
        ORIGIN,
        /** Number of an ASPA state. */
        ASPA,
        /** Number of a kind of change. */
        KIND,
        /** Number of a cause. */
        CAUSE,
        /** AS numbers, separated by spaces. */
        AS_PATH,
        /** The four values afi, net, net_lo and len. */
        PREFIX,
        /** Number of a session; its router, peer and view in answers. */
        SESSION
    }

    /** Returns a column. */
    public static Column of(String name, Type type) {
        return new Column(name, type);
    }

    /** Returns the number of values of the query that belong to this column. */
    int width() {
        return type == Type.PREFIX ? 4 : 1;
    }
}
