// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.policy.PolicyException;
import org.pathproof.feeds.policy.PolicyWriter;

/**
 * An exception of the policy.
 *
 * @param id identifies the exception by its content
 * @param active true until the exception expires
 * @param groups groups of routers; empty for all groups
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ExceptionJson(
        String id,
        boolean active,
        @Nullable String prefix,
        @JsonProperty("origin-as") @Nullable Long originAs,
        @JsonProperty("neighbor-as") @Nullable Long neighborAs,
        List<String> groups,
        String owner,
        String reason,
        String expires) {
    private static final int ID_BYTES = 8;

    static ExceptionJson of(PolicyException exception, Instant now) {
        PolicyException.Scope scope = exception.scope();
        return new ExceptionJson(
                id(exception),
                exception.isActive(now),
                scope.prefix().map(Object::toString).orElse(null),
                orNull(scope.originAs()),
                orNull(scope.neighborAs()),
                exception.groups(),
                exception.owner(),
                exception.reason(),
                exception.expires().toString());
    }

    private static @Nullable Long orNull(OptionalLong number) {
        return number.isPresent() ? (Long) number.getAsLong() : null;
    }

    /** Returns the first 64 bits of SHA-256 over the fields, in hexadecimal. */
    static String id(PolicyException exception) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(PolicyWriter.exception(exception).toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, ID_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has SHA-256
        }
    }
}
