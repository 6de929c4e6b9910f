// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.origin;

import java.util.Comparator;
import org.pathproof.wire.Prefix;

/** A prefix and the AS that originates it. */
public record OriginPair(Prefix prefix, long originAs) implements Comparable<OriginPair> {
    private static final Comparator<OriginPair> ORDER =
            Comparator.comparing(OriginPair::prefix).thenComparingLong(OriginPair::originAs);

    @Override
    public int compareTo(OriginPair other) {
        return ORDER.compare(this, other);
    }
}
