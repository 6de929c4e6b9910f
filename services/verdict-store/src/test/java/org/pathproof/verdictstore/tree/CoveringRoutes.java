// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.tree;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.pathproof.wire.Prefix;

/**
 * Iterates over the routes of all prefixes that cover a prefix: shortest first, which is the order of routes, or
 * longest first.
 */
final class CoveringRoutes implements Iterator<Route> {
    private final Prefix prefix;
    private final boolean longestFirst;
    private final Function<Prefix, Iterator<Route>> exact;
    private int tried;
    private Iterator<Route> current = Collections.emptyIterator();

    CoveringRoutes(Prefix prefix, boolean longestFirst, Function<Prefix, Iterator<Route>> exact) {
        this.prefix = prefix;
        this.longestFirst = longestFirst;
        this.exact = exact;
    }

    @Override
    public boolean hasNext() {
        while (!current.hasNext() && tried <= prefix.length()) {
            current = exact.apply(prefix.truncate(longestFirst ? prefix.length() - tried : tried));
            tried++;
        }
        return current.hasNext();
    }

    @Override
    public Route next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return current.next();
    }
}
