// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A router that is connected to an {@link RtrServer}.
 *
 * @param address address and port
 * @param version the version agreed; -1 before its first query
 * @param since when it connected
 * @param serial the serial that it was last brought to; null before
 */
public record RtrRouter(
        String address,
        int version,
        Instant since,
        @Nullable Long serial) {}
