// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a cache is doing.
 *
 * @param cache {@code host:port}
 * @param version the protocol version in use or to be tried next
 * @param lastUpdate when its last End of Data came; null before the first
 * @param expires when its data is no longer good unless the cache confirms it (RFC 8210 section 6, Expire Interval); null without data
 * @param problem what is wrong, in a sentence for an operator; null when nothing is
 */
public record RtrCacheStatus(
        String cache,
        RtrState state,
        int version,
        @Nullable Instant lastUpdate,
        @Nullable Instant expires,
        @Nullable String problem) {
    public boolean hasExpired(Instant now) {
        return expires != null && now.isAfter(expires);
    }
}
