// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.settings;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.util.Objects;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.digest.BuiltinDigests;
import org.jspecify.annotations.Nullable;

/** The pinned host key of an SSH server: a fingerprint, or the key itself. */
public final class HostKey {
    private static final String FINGERPRINT = "SHA256:";

    private final String text;
    private final @Nullable PublicKey key;

    /**
     * Parses a fingerprint such as {@code SHA256:…}, or a public key such as {@code ssh-ed25519 AAAA…}.
     *
     * @throws IllegalArgumentException if the text is neither
     */
    public HostKey(String text) {
        this.text = text;
        this.key = text.startsWith(FINGERPRINT) ? null : publicKey(text);
    }

    private static PublicKey publicKey(String text) {
        try {
            return Objects.requireNonNull(
                    PublicKeyEntry.parsePublicKeyEntry(text).resolvePublicKey(null, null, null));
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            throw new IllegalArgumentException(
                    "\"" + text
                            + "\" is neither a fingerprint such as SHA256:… nor a public key such as ssh-ed25519 AAAA…",
                    e);
        }
    }

    /** Returns the fingerprint of a key, as ssh-keygen prints it. */
    public static String fingerprint(PublicKey key) {
        return KeyUtils.getFingerPrint(BuiltinDigests.sha256, key);
    }

    /** Returns true if a server with this key is the pinned one. */
    public boolean matches(PublicKey other) {
        return key == null ? text.equals(fingerprint(other)) : KeyUtils.compareKeys(key, other);
    }
}
