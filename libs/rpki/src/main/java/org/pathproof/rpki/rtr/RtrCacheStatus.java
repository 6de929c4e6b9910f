// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a client's cache.
 *
 * @param cache {@code host:port}
 * @param version the protocol version in use, or the next one to try
 * @param lastUpdate arrival of the last End of Data; null before the first
 * @param expires time at which the data expires unless the cache confirms it (Expire Interval, RFC 8210 section 6);
 *     null without data
 * @param problem a sentence for an operator; null for none
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
