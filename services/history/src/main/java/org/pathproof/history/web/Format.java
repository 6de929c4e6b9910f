// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** The formats of answers. */
enum Format {
    /** One JSON object. */
    JSON("application/json"),
    /** One JSON object per line, rows only. */
    NDJSON("application/x-ndjson"),
    /** Comma-separated values (RFC 4180), rows only. */
    CSV("text/csv");

    private final String mediaType;

    Format(String mediaType) {
        this.mediaType = mediaType;
    }

    String mediaType() {
        return mediaType;
    }

    private String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the format of the parameter {@code format}, else of the header Accept, else JSON. */
    static Format of(RequestParameters parameters, HttpServletRequest request) {
        String accept = request.getHeader("Accept");
        return parameters.constant("format", accepted(accept), values(), Format::label);
    }

    private static Format accepted(@Nullable String accept) {
        if (accept == null || accept.isBlank()) {
            return JSON;
        }
        for (MediaType type : types(accept)) {
            for (Format format : values()) {
                if (type.includes(MediaType.parseMediaType(format.mediaType))) {
                    return format;
                }
            }
        }
        throw new BadParameterException("header Accept '" + accept + "' names none of "
                + String.join(
                        ", ", Arrays.stream(values()).map(Format::mediaType).toList()));
    }

    private static List<MediaType> types(String accept) {
        try {
            return MediaType.parseMediaTypes(accept);
        } catch (InvalidMediaTypeException e) {
            throw new BadParameterException("header Accept cannot be read: " + e.getMessage(), e);
        }
    }
}
