// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.check;

/** Properties of a network with overrides, after the last event. */
public enum Property {
    /** The network becomes quiet if the network without feeds does. */
    CONVERGES("no convergence"),
    /** No router has an override whose reason is gone. */
    NO_GHOSTS("ghosts"),
    /** Every router that reaches the prefix without feeds also reaches it with overrides, and so do its neighbors. */
    KEEPS_REACHABILITY("reachability lost"),
    /** No override beats an accepted path that the network would prefer. */
    KEEPS_PREFERENCE("better path beaten"),
    /** No router selects an override that is a refused path, which lost its signatures on its way. */
    ANNOUNCES_ACCEPTED_PATHS("refused path announced"),
    /** No packet loops that is delivered without feeds. */
    NO_LOOPS("loops");

    private final String violation;

    Property(String violation) {
        this.violation = violation;
    }

    /** Returns the name of a violation in names of files. */
    public String fileName() {
        return violation.replace(' ', '-');
    }

    /** Returns the name of a violation in tables. */
    public String violation() {
        return violation;
    }
}
