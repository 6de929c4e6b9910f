// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Questions to a {@link SignatureEngine}, as parallel arrays: entry {@code i} asks whether (r, s) is a signature of a digest under a
 * key. Digests, r and s stand one after the other, 32 octets each, so that an engine can hand a whole array to native code. Every r
 * and s is in 1..n-1. A batch is filled, answered, cleared and filled again; it grows and never shrinks. Not for use by several
 * threads at a time.
 */
public final class SignatureBatch {
    private P256PublicKey[] keys;
    private byte[] digests;
    private byte[] r;
    private byte[] s;
    private int size;
    private @Nullable MessageDigest sha256; // made when a message comes

    /** An empty batch with room for so many signatures before it grows. */
    public SignatureBatch(int capacity) {
        keys = new P256PublicKey[Math.max(1, capacity)];
        digests = new byte[keys.length * P256.BYTES];
        r = new byte[digests.length];
        s = new byte[digests.length];
    }

    /**
     * Adds a question with a signature in DER. Unless the answer is OK nothing was added.
     *
     * @param digest holds the SHA-256 digest of the message, 32 octets from {@code digestAt}
     */
    public SignatureForm addDer(
            P256PublicKey key, byte[] digest, int digestAt, byte[] signature, int signatureAt, int signatureLength) {
        room();
        int at = size * P256.BYTES;
        SignatureForm form = EcdsaSignature.parseDer(signature, signatureAt, signatureLength, r, at, s, at);
        return add(form, key, digest, digestAt);
    }

    /** Adds a question with a signature in the form of IEEE P1363; otherwise as {@link #addDer}. */
    public SignatureForm addP1363(
            P256PublicKey key, byte[] digest, int digestAt, byte[] signature, int signatureAt, int signatureLength) {
        room();
        int at = size * P256.BYTES;
        SignatureForm form = EcdsaSignature.parseP1363(signature, signatureAt, signatureLength, r, at, s, at);
        return add(form, key, digest, digestAt);
    }

    /**
     * Adds a question about a message that is not hashed yet, with a signature in DER; otherwise as {@link #addDer}. The digest is
     * computed where it belongs, without a copy.
     */
    public SignatureForm addSignedDer(
            P256PublicKey key,
            byte[] message,
            int messageAt,
            int messageLength,
            byte[] signature,
            int signatureAt,
            int signatureLength) {
        room();
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

    /** The digests: {@link #size} times 32 octets, big-endian; octets behind them mean nothing. The batch's own array. */
    byte[] digests() {
        return digests;
    }

    /** The numbers r, laid out as {@link #digests}. */
    byte[] r() {
        return r;
    }

    /** The numbers s, laid out as {@link #digests}. */
    byte[] s() {
        return s;
    }

    /** Adds an entry of another batch. */
    void addFrom(SignatureBatch other, int entry) {
        room();
        int from = entry * P256.BYTES;
        int to = size * P256.BYTES;
        System.arraycopy(other.digests, from, digests, to, P256.BYTES);
        System.arraycopy(other.r, from, r, to, P256.BYTES);
        System.arraycopy(other.s, from, s, to, P256.BYTES);
        keys[size++] = other.keys[entry];
    }

    /** An entry in words, for a report of something that must not be. */
    String describe(int entry) {
        int at = entry * P256.BYTES;
        HexFormat hex = HexFormat.of();
        return keys[entry] + ", digest " + hex.formatHex(digests, at, at + P256.BYTES) + ", r "
                + hex.formatHex(r, at, at + P256.BYTES) + ", s " + hex.formatHex(s, at, at + P256.BYTES);
    }

    /** Forgets all questions and keeps the room. */
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
            throw new IllegalStateException("every Java platform has SHA-256, of 32 octets", e);
        }
    }

    private void room() {
        if (size == keys.length) {
            int capacity = 2 * size;
            keys = Arrays.copyOf(keys, capacity);
            digests = Arrays.copyOf(digests, capacity * P256.BYTES);
            r = Arrays.copyOf(r, digests.length);
            s = Arrays.copyOf(s, digests.length);
        }
    }
}
