// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.path;

import org.pathproof.wire.bgp.PathAttribute;

/**
 * Holds equal attributes of routes once. Different sets share their equal attributes too, such as the AS_PATH of one
 * neighbor AS at several routers. Thread-safe.
 */
public final class AttributeInterner {
    private final WeakInterner<RouteAttributes> sets = new WeakInterner<>();
    private final WeakInterner<PathAttribute> attributes = new WeakInterner<>();

    /** Returns attributes that are equal to these and shared with other routes. */
    public RouteAttributes of(RouteAttributes route) {
        RouteAttributes known = sets.find(route);
        return known != null ? known : sets.of(route.map(attributes::of));
    }
}
