// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import java.util.Base64;
import org.pathproof.contracts.RouteKey;

/** Route keys as text for URLs: the octets that Kafka carries, in base64url. Used as ids and, opaque to clients, as cursors. */
public final class RouteIds {
    private RouteIds() {}

    public static String format(RouteKey key) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(key.toOctets());
    }

    /** Throws IllegalArgumentException when the text is no id. */
    public static RouteKey parse(String id) {
        try {
            return RouteKey.ofOctets(Base64.getUrlDecoder().decode(id));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("is not the id of a route", e);
        }
    }
}
