// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.validator.route.RouteRecord.Announced;

/**
 * An announced route, with the digests for comparing it with its row.
 *
 * @param attributeHash as in {@link Row}
 * @param facts as in {@link Row}
 */
public record Incoming(Announced announced, ByteString attributeHash, int facts) {
    public static Incoming of(Announced announced) {
        Announcement announcement = announced.announcement();
        return new Incoming(announced, Digests.ofAttribute(announced), Digests.ofFacts(announcement));
    }

    Announcement announcement() {
        return announced.announcement();
    }
}
