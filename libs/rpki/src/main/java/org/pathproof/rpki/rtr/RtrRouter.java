// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A router that is connected to an {@link RtrServer}.
 *
 * @param address address and port
 * @param version the agreed version; -1 before the first query
 * @param since time at which the router connected
 * @param serial the last serial sent to the router; null before the first
 */
public record RtrRouter(
        String address,
        int version,
        Instant since,
        @Nullable Long serial) {}
