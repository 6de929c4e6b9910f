// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routes;

import java.util.OptionalLong;
import org.pathproof.bgpsec.PathContext;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Announcement;

/**
 * Builds the context in which a path is validated (RFC 8205 section 5.2) from the announcement that carries the path.
 */
public final class PathContexts {
    private PathContexts() {}

    /**
     * Returns the context of an announced path.
     *
     * @param route the key of the announcement, with family and prefix
     * @param announcement the announcement, with the facts of its session
     */
    public static PathContext of(RouteKey route, Announcement announcement) {
        return new PathContext(
                asn(announcement.hasTargetAs(), announcement.getTargetAs()),
                asn(announcement.hasFirstAs(), announcement.getFirstAs()),
                asn(announcement.hasLoopAs(), announcement.getLoopAs()),
                ContractTypes.toDomain(announcement.getRelation()),
                announcement.getPcountZeroAllowed(),
                route.family(),
                route.prefix());
    }

    private static OptionalLong asn(boolean present, int bits) {
        return present ? OptionalLong.of(Integer.toUnsignedLong(bits)) : OptionalLong.empty();
    }
}
