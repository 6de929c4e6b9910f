// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.hors;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Hash functions from SHA-256. A first byte separates the functions. Secret values and nodes are the first 16 bytes of
 * a hash; the digest of a message has all 32.
 */
final class Sha256TreeHash implements TreeHash {
    private static final int VALUE_BYTES = 16;
    private static final int DIGEST_BYTES = 32;
    private static final byte SECRET = 0;
    private static final byte SEED = 1;
    private static final byte DEGRADED = 2;
    private static final byte LEAF = 3;
    private static final byte PARENT = 4;
    private static final byte MESSAGE = 5;

    private final MessageDigest sha = sha256();
    private final byte[] whole = new byte[DIGEST_BYTES];

    @Override
    public int secretBytes() {
        return VALUE_BYTES;
    }

    @Override
    public int nodeBytes() {
        return VALUE_BYTES;
    }

    @Override
    public int digestBytes() {
        return DIGEST_BYTES;
    }

    @Override
    public byte[] secrets(byte[] seed, int count) {
        byte[] out = new byte[count * VALUE_BYTES];
        for (int i = 0; i < count; i++) {
            hashWithSeed(SECRET, seed, i, out, i * VALUE_BYTES);
        }
        return out;
    }

    @Override
    public byte[] derive(byte[] seed, int label) {
        byte[] out = new byte[VALUE_BYTES];
        hashWithSeed(SEED, seed, label, out, 0);
        return out;
    }

    @Override
    public byte[] degrade(byte[] values) {
        return each(DEGRADED, values, VALUE_BYTES);
    }

    @Override
    public byte[] leaves(byte[] values) {
        return each(LEAF, values, VALUE_BYTES);
    }

    @Override
    public byte[] parents(byte[] nodes) {
        return each(PARENT, nodes, 2 * VALUE_BYTES);
    }

    @Override
    public byte[] digest(byte[] message) {
        sha.update(MESSAGE);
        return sha.digest(message);
    }

    private void hashWithSeed(byte function, byte[] seed, int number, byte[] out, int at) {
        sha.update(function);
        sha.update(seed);
        for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            sha.update((byte) (number >>> shift));
        }
        finish(out, at);
    }

    private byte[] each(byte function, byte[] in, int bytes) {
        int count = in.length / bytes;
        byte[] out = new byte[count * VALUE_BYTES];
        for (int i = 0; i < count; i++) {
            sha.update(function);
            sha.update(in, i * bytes, bytes);
            finish(out, i * VALUE_BYTES);
        }
        return out;
    }

    private void finish(byte[] out, int at) {
        try {
            sha.digest(whole, 0, DIGEST_BYTES);
        } catch (DigestException e) {
            throw new IllegalStateException("SHA-256 has " + DIGEST_BYTES + " bytes", e);
        }
        System.arraycopy(whole, 0, out, at, VALUE_BYTES);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("the JDK has no SHA-256", e);
        }
    }
}
