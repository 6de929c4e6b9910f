// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Secret keys that hide descriptions from readers of a certificate: AES-256-GCM (NIST SP 800-38D). The first key seals,
 * and all keys open, so that a key can be replaced.
 *
 * <p>A sealed text is a random nonce of 12 bytes, the ciphertext and a tag of 16 bytes. The public key of the
 * certificate is authenticated with it, so that a sealed text opens in no other certificate.
 */
public final class SealingKeys {
    /** No keys: nothing can be sealed or opened. */
    public static final SealingKeys NONE = new SealingKeys(List.of());

    /** Bytes that sealing adds to a text. */
    static final int OVERHEAD = 12 + 16;

    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int MAX_KEYS = 16;
    private static final int MAX_FILE_BYTES = 4096;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final List<SecretKeySpec> keys;

    private SealingKeys(List<SecretKeySpec> keys) {
        this.keys = List.copyOf(keys);
    }

    /**
     * Reads keys from a file. Each line has 32 bytes in Base64. Empty lines and lines that begin with # are ignored.
     *
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if a line has another form; the message names file and line, not the content
     */
    public static SealingKeys read(Path file) throws IOException {
        if (Files.size(file) > MAX_FILE_BYTES) {
            throw new IllegalArgumentException(file + ": more than " + MAX_FILE_BYTES + " bytes");
        }
        List<String> lines = Files.readAllLines(file);
        List<SecretKeySpec> keys = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                keys.add(key(line, file + ": line " + (i + 1)));
            }
        }
        if (keys.isEmpty() || keys.size() > MAX_KEYS) {
            throw new IllegalArgumentException(
                    file + ": expected 1 to " + MAX_KEYS + " keys, one a line, not " + keys.size());
        }
        return new SealingKeys(keys);
    }

    private static SecretKeySpec key(String line, String place) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(line);
        } catch (IllegalArgumentException _) { // its message has a character of the key
            bytes = new byte[0];
        }
        if (bytes.length != KEY_BYTES) {
            throw new IllegalArgumentException(
                    place + ": expected " + KEY_BYTES + " bytes in Base64 (openssl rand -base64 32)");
        }
        return new SecretKeySpec(bytes, "AES");
    }

    public boolean isEmpty() {
        return keys.isEmpty();
    }

    /**
     * Seals a text with the first key.
     *
     * @param publicKey public key of the certificate, as SubjectPublicKeyInfo
     * @throws IllegalStateException if there is no key
     */
    byte[] seal(byte[] text, byte[] publicKey) {
        if (keys.isEmpty()) {
            throw new IllegalStateException("no sealing key");
        }
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, keys.getFirst(), nonce, publicKey)
                    .doFinal(text);
            byte[] all = Arrays.copyOf(nonce, NONCE_BYTES + sealed.length);
            System.arraycopy(sealed, 0, all, NONCE_BYTES, sealed.length);
            return all;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has AES-GCM", e);
        }
    }

    /** Opens a sealed text; empty if no key opens it in a certificate with this public key. */
    Optional<byte[]> open(byte[] sealed, byte[] publicKey) {
        if (sealed.length < OVERHEAD) {
            return Optional.empty();
        }
        byte[] nonce = Arrays.copyOf(sealed, NONCE_BYTES);
        for (SecretKeySpec key : keys) {
            try {
                return Optional.of(cipher(Cipher.DECRYPT_MODE, key, nonce, publicKey)
                        .doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES));
            } catch (AEADBadTagException _) {
                // sealed with another key, or changed
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("every Java platform has AES-GCM", e);
            }
        }
        return Optional.empty();
    }

    private static Cipher cipher(int mode, SecretKeySpec key, byte[] nonce, byte[] publicKey)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(publicKey);
        return cipher;
    }

    /** Omits the keys. */
    @Override
    public String toString() {
        return "SealingKeys[" + keys.size() + "]";
    }
}
