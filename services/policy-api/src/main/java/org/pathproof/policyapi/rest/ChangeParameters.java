// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.NetworkText;

/** Reads the parameters of changes that operators make. Errors are BadRequestExceptions. */
public final class ChangeParameters {
    /** Maximum length of the name of a router, peer or person. */
    public static final int MAX_NAME = 200;

    private ChangeParameters() {}

    /** Returns a name of one line, as sessions have it. */
    public static String name(String parameter, String value) {
        String clean = NetworkText.clean(value, MAX_NAME);
        if (!clean.equals(value) || value.isBlank()) {
            throw BadRequestException.of(parameter, clean, "is not a name: it is blank or has control characters");
        }
        return value;
    }

    /** Returns the end of a change, in microseconds. It must be after {@code now} and at most {@code max} away. */
    public static Instant expiry(String text, Instant now, Duration max) {
        Instant expires = time("expires", text);
        if (!expires.isAfter(now)) {
            throw BadRequestException.of("expires", text, "is in the past");
        }
        if (expires.isAfter(now.plus(max))) {
            throw BadRequestException.of("expires", text, "is more than " + max.toDays() + " days away");
        }
        return expires.truncatedTo(ChronoUnit.MICROS);
    }

    /** Returns a time of RFC 3339. */
    public static Instant time(String parameter, String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw (BadRequestException)
                    BadRequestException.of(parameter, text, "is not a time of RFC 3339, such as 2027-01-31T12:00:00Z")
                            .initCause(e);
        }
    }

    /** Returns the client that makes the change. */
    public static String author(HttpServletRequest request) {
        String user = request.getRemoteUser();
        return user == null ? request.getRemoteAddr() : NetworkText.description(user);
    }

    /** Returns a description without control characters; empty for null. */
    public static String text(@Nullable String description) {
        return description == null ? "" : NetworkText.description(description);
    }
}
