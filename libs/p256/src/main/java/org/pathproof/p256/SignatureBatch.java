// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Signatures for a {@link SignatureEngine} to verify, as parallel arrays. Entry {@code i} is a key, a digest, and a
 * signature (r, s) with r and s in 1..n-1. Each array holds its numbers one after the other, 32 bytes each, so that an
 * engine can pass it to native code. A batch can be cleared and filled again; it grows and never shrinks. For one
 * thread at a time.
 */
public final class SignatureBatch {
    private P256PublicKey[] keys;
    private byte[] digests;
    private byte[] r;
    private byte[] s;
    private int size;
    private @Nullable MessageDigest sha256; // created for the first message

    /** @param capacity entries before the batch grows */
    public SignatureBatch(int capacity) {
        keys = new P256PublicKey[Math.max(1, capacity)];
        digests = new byte[keys.length * P256.BYTES];
        r = new byte[digests.length];
        s = new byte[digests.length];
    }

    /**
     * Adds a signature in DER over a digest.
     *
     * @param digest the SHA-256 digest of the message, 32 bytes from {@code digestAt}
     * @return OK, or a syntax error. The entry is added only for OK
     */
    public SignatureForm addDer(
            P256PublicKey key, byte[] digest, int digestAt, byte[] signature, int signatureAt, int signatureLength) {
        ensureCapacity();
        int at = size * P256.BYTES;
        SignatureForm form = EcdsaSignature.parseDer(signature, signatureAt, signatureLength, r, at, s, at);
        return add(form, key, digest, digestAt);
    }

    /** Adds a signature in IEEE P1363 format over a digest, like {@link #addDer}. */
    public SignatureForm addP1363(
            P256PublicKey key, byte[] digest, int digestAt, byte[] signature, int signatureAt, int signatureLength) {
        ensureCapacity();
        int at = size * P256.BYTES;
        SignatureForm form = EcdsaSignature.parseP1363(signature, signatureAt, signatureLength, r, at, s, at);
        return add(form, key, digest, digestAt);
    }

    /**
     * Adds a signature in DER over a message, like {@link #addDer}. The SHA-256 digest of the message is computed in
     * place.
     */
    public SignatureForm addSignedDer(
            P256PublicKey key,
            byte[] message,
            int messageAt,
            int messageLength,
            byte[] signature,
            int signatureAt,
            int signatureLength) {
        ensureCapacity();
        int at = size * P256.BYTES;
        SignatureForm form = EcdsaSignature.parseDer(signature, signatureAt, signatureLength, r, at, s, at);
        if (form == SignatureForm.OK) {
            hash(message, messageAt, messageLength, at);
            keys[size++] = key;
        }
        return form;
    }

    public int size() {
        return size;
    }

    public P256PublicKey key(int index) {
        return keys[index];
    }

    /**
     * Returns the array of digests, not a copy: {@link #size} times 32 bytes, big-endian. Later bytes are undefined.
     */
    byte[] digests() {
        return digests;
    }

    /** Returns the array of r, in the layout of {@link #digests}. */
    byte[] r() {
        return r;
    }

    /** Returns the array of s, in the layout of {@link #digests}. */
    byte[] s() {
        return s;
    }

    /** Adds an entry of another batch. */
    void addFrom(SignatureBatch other, int entry) {
        ensureCapacity();
        int from = entry * P256.BYTES;
        int to = size * P256.BYTES;
        System.arraycopy(other.digests, from, digests, to, P256.BYTES);
        System.arraycopy(other.r, from, r, to, P256.BYTES);
        System.arraycopy(other.s, from, s, to, P256.BYTES);
        keys[size++] = other.keys[entry];
    }

    /** Returns a description of an entry for the log. */
    String describe(int entry) {
        int at = entry * P256.BYTES;
        HexFormat hex = HexFormat.of();
        return keys[entry] + ", digest " + hex.formatHex(digests, at, at + P256.BYTES) + ", r "
                + hex.formatHex(r, at, at + P256.BYTES) + ", s " + hex.formatHex(s, at, at + P256.BYTES);
    }

    /** Removes all entries and keeps the capacity. */
    public void clear() {
        Arrays.fill(keys, 0, size, null);
        size = 0;
    }

    private SignatureForm add(SignatureForm form, P256PublicKey key, byte[] digest, int digestAt) {
        if (form == SignatureForm.OK) {
            System.arraycopy(digest, digestAt, digests, size * P256.BYTES, P256.BYTES);
            keys[size++] = key;
        }
        return form;
    }

    private void hash(byte[] message, int from, int length, int to) {
        try {
            MessageDigest hash = sha256;
            if (hash == null) {
                hash = MessageDigest.getInstance("SHA-256");
                sha256 = hash;
            }
            hash.update(message, from, length);
            hash.digest(digests, to, P256.BYTES);
        } catch (NoSuchAlgorithmException | DigestException e) {
            throw new IllegalStateException("every Java platform has SHA-256, of 32 bytes", e);
        }
    }

    private void ensureCapacity() {
        if (size == keys.length) {
            int capacity = 2 * size;
            keys = Arrays.copyOf(keys, capacity);
            digests = Arrays.copyOf(digests, capacity * P256.BYTES);
            r = Arrays.copyOf(r, digests.length);
            s = Arrays.copyOf(s, digests.length);
        }
    }
}
