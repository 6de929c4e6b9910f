// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.routes;

import java.util.Base64;
import org.pathproof.contracts.RouteKey;

/**
 * Formats and parses route keys as text for URLs: the bytes of the Kafka key as base64url. The text is the id of a
 * route and an opaque cursor.
 */
public final class RouteIds {
    private RouteIds() {}

    public static String format(RouteKey key) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(key.toBytes());
    }

    /** Parses an id; throws IllegalArgumentException if it is not valid. */
    public static RouteKey parse(String id) {
        try {
            return RouteKey.ofBytes(Base64.getUrlDecoder().decode(id));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("is not the id of a route", e);
        }
    }
}
