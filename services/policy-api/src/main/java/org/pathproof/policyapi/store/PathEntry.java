// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.store;

import java.util.concurrent.ConcurrentSkipListMap;
import org.pathproof.contracts.RouteKey;

/** An AS path, kept once for all routes that have it, and those routes. AS numbers nearest first, as unsigned 32 bits. */
final class PathEntry {
    final int[] asns;
    final ConcurrentSkipListMap<RouteKey, Route> routes = new ConcurrentSkipListMap<>(RouteOrder.INSTANCE);

    PathEntry(int[] asns) {
        this.asns = asns;
    }

    boolean isOriginatedBy(int asn) {
        return asns.length > 0 && asns[asns.length - 1] == asn;
    }
}
