// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.util.EnumSet;
import java.util.Set;

/** Types of RPKI objects, each with the lowest RTR version that has them. */
enum Kind {
    VRPS(0),
    ROUTER_KEYS(1),
    ASPAS(2);

    private final int version;

    Kind(int version) {
        this.version = version;
    }

    /** Returns the types of an RTR version. */
    static Set<Kind> of(int version) {
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        for (Kind kind : values()) {
            if (kind.version <= version) {
                kinds.add(kind);
            }
        }
        return kinds;
    }
}
