// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import java.util.Map;

/** A way to make overrides: a function of what Pathproof sees. */
public interface OverrideStrategy {
    /** Returns the name in tables and in counterexamples. */
    String name();

    /** Returns the overrides of all fed routers. Routers without an entry have none. */
    Map<Integer, RouteOverride> decide(NetworkView view);

    /** Returns the order in which overrides end. */
    default Ending ending() {
        return Ending.AT_ONCE;
    }
}
