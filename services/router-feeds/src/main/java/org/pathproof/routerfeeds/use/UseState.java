// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

/** The use of an override by its router. Only {@link #IN_USE} says that the router forwards along the override. */
public enum UseState {
    /** The override was announced a short time ago, and no view shows it yet. */
    PENDING("pending"),
    /** A view shows that the router uses the override. */
    IN_USE("in-use"),
    /** A view shows that the router uses another path or none, or the session with the router is down. */
    NOT_IN_USE("not-in-use"),
    /** No view tells. */
    UNKNOWN("unknown");

    private final String label;

    UseState(String label) {
        this.label = label;
    }

    /** Returns the stable name for REST, metrics and people. */
    public String label() {
        return label;
    }
}
