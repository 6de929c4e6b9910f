// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/**
 * Static bearer tokens: {@value #PREFIX} and 256 random bits. Settings hold the SHA-256 of a token. A slow hash is not
 * needed, because random tokens of this size cannot be guessed.
 */
public final class ApiToken {
    /** Start of every static token, which distinguishes it from a JSON Web Token. */
    static final String PREFIX = "pathproof_";

    private static final String HASH_FORM = "sha256:[0-9a-f]{64}";
    private static final int RANDOM_BYTES = 32;

    private ApiToken() {}

    /** Returns a new token. */
    public static String create() {
        byte[] random = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /** Returns the hash of a token for the settings: {@code sha256:} and 64 hexadecimal digits. */
    public static String hash(String token) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            return "sha256:" + HexFormat.of().formatHex(sha256.digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    static boolean isHash(String text) {
        return text.matches(HASH_FORM);
    }
}
