// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.rib;

import org.pathproof.wire.bgp.Nlri;

/**
 * The prefixes and sets of attributes that several {@link AdjRibOut}s share: each exists once in memory, as long as a
 * route uses it. A route in an Adj-RIB-Out then needs 10 to 20 bytes. Thread-safe.
 *
 * <p>An Adj-RIB-Out that is no longer used must be {@linkplain AdjRibOut#clear cleared} after its last session.
 */
public final class SharedRoutes {
    final Interner<Nlri> prefixes = new Interner<>();
    final Interner<AttributeSet> attributes = new Interner<>();

    /** Returns the number of distinct prefixes; a prefix with several Path Identifiers counts several times. */
    public int prefixes() {
        return prefixes.size();
    }

    /** Returns the number of distinct sets of attributes. */
    public int attributeSets() {
        return attributes.size();
    }
}
