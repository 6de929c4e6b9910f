// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.hors;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * Hash functions from AES-128 in the construction of Matyas, Meyer and Oseas: a block is encrypted and added to its
 * ciphertext by exclusive or. A secret value is one block. A node is half a block, so a pair of nodes is one block and
 * its parent costs one encryption.
 */
final class AesTreeHash implements TreeHash {
    private static final int BLOCK_BYTES = 16;
    private static final int NODE_BYTES = 8;
    private static final byte DERIVED_SEED = (byte) 0x80;

    private final Cipher degrading = fixed("pathproof.values");
    private final Cipher committing = fixed("pathproof.leaves");
    private final Cipher joining = fixed("pathproof.inner.");
    private final Cipher keyed = cipher();

    @Override
    public int secretBytes() {
        return BLOCK_BYTES;
    }

    @Override
    public int nodeBytes() {
        return NODE_BYTES;
    }

    @Override
    public int digestBytes() {
        return BLOCK_BYTES;
    }

    @Override
    public byte[] secrets(byte[] seed, int count) {
        ByteBuffer counters = ByteBuffer.allocate(count * BLOCK_BYTES);
        for (int i = 0; i < count; i++) {
            counters.putInt(i * BLOCK_BYTES + BLOCK_BYTES - Integer.BYTES, i);
        }
        return encrypt(keyed(seed), counters.array());
    }

    @Override
    public byte[] derive(byte[] seed, int label) {
        ByteBuffer block =
                ByteBuffer.allocate(BLOCK_BYTES).put(0, DERIVED_SEED).putInt(BLOCK_BYTES - Integer.BYTES, label);
        return encrypt(keyed(seed), block.array());
    }

    @Override
    public byte[] degrade(byte[] values) {
        return compress(degrading, values);
    }

    @Override
    public byte[] leaves(byte[] values) {
        return halves(compress(committing, values));
    }

    @Override
    public byte[] parents(byte[] nodes) {
        return halves(compress(joining, nodes));
    }

    /** Hashes the message, a byte 0x80, zero bytes, and the length in 8 bytes, block by block. */
    @Override
    public byte[] digest(byte[] message) {
        int blocks = (message.length + 1 + Long.BYTES + BLOCK_BYTES - 1) / BLOCK_BYTES;
        byte[] padded = Arrays.copyOf(message, blocks * BLOCK_BYTES);
        padded[message.length] = (byte) 0x80;
        ByteBuffer.wrap(padded).putLong(padded.length - Long.BYTES, message.length);
        byte[] state = new byte[BLOCK_BYTES];
        for (int at = 0; at < padded.length; at += BLOCK_BYTES) {
            state = compress(keyed(state), Arrays.copyOfRange(padded, at, at + BLOCK_BYTES));
        }
        return state;
    }

    private static byte[] compress(Cipher cipher, byte[] blocks) {
        byte[] out = encrypt(cipher, blocks);
        for (int i = 0; i < out.length; i++) {
            out[i] ^= blocks[i];
        }
        return out;
    }

    private static byte[] halves(byte[] blocks) {
        byte[] out = new byte[blocks.length / BLOCK_BYTES * NODE_BYTES];
        for (int i = 0; i < out.length / NODE_BYTES; i++) {
            System.arraycopy(blocks, i * BLOCK_BYTES, out, i * NODE_BYTES, NODE_BYTES);
        }
        return out;
    }

    private Cipher keyed(byte[] key) {
        try {
            keyed.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
            return keyed;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES refuses a key of " + key.length + " bytes", e);
        }
    }

    private static byte[] encrypt(Cipher cipher, byte[] blocks) {
        try {
            byte[] out = new byte[blocks.length];
            cipher.doFinal(blocks, 0, blocks.length, out);
            return out;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES refuses " + blocks.length + " bytes", e);
        }
    }

    private static Cipher fixed(String key) {
        try {
            Cipher cipher = cipher();
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key.getBytes(StandardCharsets.US_ASCII), "AES"));
            return cipher;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES refuses a fixed key", e);
        }
    }

    private static Cipher cipher() {
        try {
            return Cipher.getInstance("AES/ECB/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK has no AES", e);
        }
    }
}
