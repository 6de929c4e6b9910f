// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.validity;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.rest.BadRequestException;
import org.pathproof.policyapi.rest.ParameterText;
import org.pathproof.policyapi.web.RequestRefusedException;
import org.pathproof.wire.Prefix;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * Parses {@code {"routes":[{"asn":…,"prefix":…}]}} token by token, so that memory is proportional to the number of
 * routes. Ignores other members. Stops at the first error.
 */
final class ValidityBatch {
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(16)
                    .maxStringLength(1_000)
                    .maxNameLength(100)
                    .maxNumberLength(20)
                    .build())
            .build();

    private final JsonParser in;
    private final int maxRoutes;

    /** A requested route. */
    record RequestedRoute(long asn, Prefix prefix) {}

    private ValidityBatch(JsonParser in, int maxRoutes) {
        this.in = in;
        this.maxRoutes = maxRoutes;
    }

    /**
     * Parses a whole body.
     *
     * @throws BadRequestException if the body does not have this form
     * @throws RequestRefusedException if the body has more than {@code maxRoutes} routes
     */
    static List<RequestedRoute> read(InputStream body, int maxRoutes) {
        try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), body)) {
            try {
                return new ValidityBatch(in, maxRoutes).read();
            } catch (JacksonException e) {
                TokenStreamLocation place = in.currentLocation();
                throw new BadRequestException("the body is not the expected JSON: line " + place.getLineNr()
                        + ", column " + place.getColumnNr() + ": " + e.getOriginalMessage());
            }
        }
    }

    private List<RequestedRoute> read() {
        List<RequestedRoute> routes = null;
        if (in.nextToken() != JsonToken.START_OBJECT) {
            throw new BadRequestException("the body is not a JSON object with an array \"routes\"");
        }
        while (in.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean named = in.currentName().equals("routes");
            JsonToken value = in.nextToken();
            if (!named) {
                in.skipChildren();
            } else if (routes != null) {
                throw new BadRequestException("the body has \"routes\" twice");
            } else if (value == JsonToken.START_ARRAY) {
                routes = readRoutes();
            } else {
                break;
            }
        }
        if (routes == null) {
            throw new BadRequestException("the body has no array \"routes\"");
        }
        if (in.nextToken() != null) {
            throw new BadRequestException("there is data after the JSON object of the body");
        }
        return routes;
    }

    private List<RequestedRoute> readRoutes() {
        List<RequestedRoute> routes = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            if (routes.size() >= maxRoutes) {
                throw RequestRefusedException.tooLarge("\"routes\" has more than " + maxRoutes + " entries");
            }
            routes.add(readRoute("routes[" + routes.size() + "]"));
        }
        return routes;
    }

    private RequestedRoute readRoute(String where) {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            throw new BadRequestException(where + " is not an object");
        }
        String asn = null;
        String prefix = null;
        while (in.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = in.currentName();
            in.nextToken();
            if (name.equals("asn")) {
                asn = scalar();
            } else if (name.equals("prefix")) {
                prefix = scalar();
            } else {
                in.skipChildren();
            }
        }
        return new RequestedRoute(
                ParameterText.read(where + ".asn", required(where, "asn", asn), ParameterText::asNumber),
                ParameterText.read(
                        where + ".prefix", required(where, "prefix", prefix), ParameterText::prefixWithLength));
    }

    /** Returns text or a number as text; null for any other value. */
    private @Nullable String scalar() {
        JsonToken token = in.currentToken();
        if (token == JsonToken.VALUE_STRING || token == JsonToken.VALUE_NUMBER_INT) {
            return in.getString();
        }
        in.skipChildren();
        return null;
    }

    private static String required(String where, String name, @Nullable String value) {
        if (value == null) {
            throw new BadRequestException(where + "." + name + " is missing, or is neither text nor a number");
        }
        return value;
    }
}
