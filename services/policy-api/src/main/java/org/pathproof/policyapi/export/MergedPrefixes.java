// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Prefix;

/** The prefixes of two tables in their order, each prefix once: all of IPv4, then all of IPv6. */
final class MergedPrefixes implements Iterator<Prefix> {
    private final Iterator<Prefix> one;
    private final Iterator<Prefix> other;
    private @Nullable Prefix nextOfOne;
    private @Nullable Prefix nextOfOther;

    /** Creates the iterator over two ascending ones, which can repeat prefixes. */
    MergedPrefixes(Iterator<Prefix> one, Iterator<Prefix> other) {
        this.one = one;
        this.other = other;
        nextOfOne = after(null, one);
        nextOfOther = after(null, other);
    }

    private static @Nullable Prefix after(@Nullable Prefix last, Iterator<Prefix> from) {
        while (from.hasNext()) {
            Prefix prefix = from.next();
            if (last == null || !prefix.equals(last)) {
                return prefix;
            }
        }
        return null;
    }

    @Override
    public boolean hasNext() {
        return nextOfOne != null || nextOfOther != null;
    }

    @Override
    public Prefix next() {
        Prefix a = nextOfOne;
        Prefix b = nextOfOther;
        if (a == null && b == null) {
            throw new NoSuchElementException();
        }
        Prefix first = b == null || a != null && a.compareTo(b) <= 0 ? a : b;
        if (first == null) {
            throw new NoSuchElementException();
        }
        if (first.equals(a)) {
            nextOfOne = after(first, one);
        }
        if (first.equals(b)) {
            nextOfOther = after(first, other);
        }
        return first;
    }
}
