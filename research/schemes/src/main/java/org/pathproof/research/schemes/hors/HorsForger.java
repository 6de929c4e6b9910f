// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.hors;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An attacker on one HORS key: collects what signatures disclose, and signs every other message whose values are
 * among it. Not thread-safe.
 */
public final class HorsForger {
    private final HorsShape shape;
    private final TreeHash hash;
    private final Map<Integer, byte[]> values = new HashMap<>();
    private final Map<Long, byte[]> nodes = new HashMap<>();

    public HorsForger(HorsShape shape, TreeHash hash) {
        this.shape = shape;
        this.hash = hash;
    }

    /**
     * Collects the values of a valid signature. The values must not be degraded.
     *
     * @throws IllegalArgumentException if the signature has too few values or nodes for the message
     */
    public void observe(byte[] message, HorsSignature signature) {
        int[] selected = shape.select(hash.digest(message));
        byte[] committed = signature.values();
        for (int i = 0; i < shape.degradations(); i++) {
            committed = hash.degrade(committed);
        }
        byte[] leaves = hash.leaves(committed);
        for (int i = 0; i < selected.length; i++) {
            values.put(selected[i], part(signature.values(), i, hash.secretBytes()));
            nodes.put(at(0, selected[i]), part(leaves, i, hash.nodeBytes()));
        }
        learnNodes(selected, signature.nodes());
    }

    private void learnNodes(int[] selected, byte[] received) {
        int[] known = selected;
        int taken = 0;
        for (int level = 0; level < MerkleTree.height(shape.leaves()); level++) {
            for (int node : known) {
                if (Arrays.binarySearch(known, node ^ 1) < 0) {
                    nodes.put(at(level, node ^ 1), part(received, taken++, hash.nodeBytes()));
                }
            }
            int[] above = Arrays.stream(known).map(node -> node >> 1).distinct().toArray();
            for (int node : above) {
                nodes.put(at(level + 1, node), hash.parents(pair(level, node)));
            }
            known = above;
        }
    }

    /** Returns true if the observed signatures disclosed all values that the message selects. */
    public boolean canForge(byte[] message) {
        return Arrays.stream(shape.select(hash.digest(message))).allMatch(values::containsKey);
    }

    /** Signs the message with observed values. Returns empty if a value is missing. */
    public Optional<HorsSignature> forge(byte[] message) {
        if (!canForge(message)) {
            return Optional.empty();
        }
        int[] selected = shape.select(hash.digest(message));
        byte[] disclosed = new byte[selected.length * hash.secretBytes()];
        for (int i = 0; i < selected.length; i++) {
            System.arraycopy(values.get(selected[i]), 0, disclosed, i * hash.secretBytes(), hash.secretBytes());
        }
        return Optional.of(new HorsSignature(disclosed, authentication(selected)));
    }

    private byte[] authentication(int[] selected) {
        byte[] out = new byte[0];
        int[] known = selected;
        for (int level = 0; level < MerkleTree.height(shape.leaves()); level++) {
            for (int node : known) {
                if (Arrays.binarySearch(known, node ^ 1) < 0) {
                    out = join(out, node(level, node ^ 1));
                }
            }
            known = Arrays.stream(known).map(node -> node >> 1).distinct().toArray();
        }
        return out;
    }

    private byte[] pair(int level, int parent) {
        return join(node(level, 2 * parent), node(level, 2 * parent + 1));
    }

    /** Returns a node that the signatures with the leaf below it disclosed. */
    private byte[] node(int level, int number) {
        byte[] node = nodes.get(at(level, number));
        if (node == null) {
            throw new IllegalStateException("node " + number + " of level " + level + " was not disclosed");
        }
        return node;
    }

    private static long at(int level, int node) {
        return (long) level << Integer.SIZE | node;
    }

    private static byte[] part(byte[] all, int number, int bytes) {
        if ((number + 1) * bytes > all.length) {
            throw new IllegalArgumentException("signature has " + all.length / bytes + " values or nodes, too few");
        }
        return Arrays.copyOfRange(all, number * bytes, (number + 1) * bytes);
    }

    private static byte[] join(byte[] left, byte[] right) {
        byte[] out = Arrays.copyOf(left, left.length + right.length);
        System.arraycopy(right, 0, out, left.length, right.length);
        return out;
    }
}
