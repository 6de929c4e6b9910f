// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.origin;

import java.util.Comparator;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/** A prefix and the AS that originates it. */
public record OriginPair(Prefix prefix, long originAs) implements Comparable<OriginPair> {
    private static final Comparator<OriginPair> ORDER =
            Comparator.comparing(OriginPair::prefix).thenComparingLong(OriginPair::originAs);

    /** Returns true if a VRP makes the pair valid (RFC 6811 section 2). */
    public boolean isValidBy(Vrp vrp) {
        return vrp.asn() != 0
                && vrp.asn() == originAs
                && vrp.prefix().covers(prefix)
                && prefix.length() <= vrp.maxLength();
    }

    @Override
    public int compareTo(OriginPair other) {
        return ORDER.compare(this, other);
    }
}
