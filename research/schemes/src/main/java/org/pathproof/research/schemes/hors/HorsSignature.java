// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.hors;

import java.util.Optional;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;

/**
 * A HORS signature: the values that the message selects, and the nodes of the tree that a verifier needs beside them.
 * Its wire form is the number of values (1 byte), the number of nodes (1 byte), the values and the nodes.
 *
 * @param values ascending by the number of the value
 * @param nodes in the order of {@link MerkleTree#authentication}
 */
@SuppressWarnings("ArrayRecordComponent") // read at once by the verifier, never compared
public record HorsSignature(byte[] values, byte[] nodes) {
    /** Size of the two counts before the values. */
    public static final int HEADER_BYTES = 2;

    private static final int MAX_COUNT = 255;

    /**
     * Computes the public key for which this is a signature of the message.
     *
     * @param level number of degradations of the values
     * @return the public key; empty if the signature has a wrong number of values or nodes
     */
    public Optional<byte[]> publicKey(byte[] message, int level, HorsShape shape, TreeHash hash) {
        int[] selected = shape.select(hash.digest(message));
        if (values.length != selected.length * hash.secretBytes()) {
            return Optional.empty();
        }
        byte[] committed = values;
        for (int i = level; i < shape.degradations(); i++) {
            committed = hash.degrade(committed);
        }
        return MerkleTree.root(shape.leaves(), selected, hash.leaves(committed), nodes, hash);
    }

    /** Returns the signature with values that are degraded once more. */
    public HorsSignature degraded(TreeHash hash) {
        return new HorsSignature(hash.degrade(values), nodes);
    }

    /** Appends the wire form. */
    public void write(ByteWriter out, TreeHash hash) {
        int valueCount = values.length / hash.secretBytes();
        int nodeCount = nodes.length / hash.nodeBytes();
        if (nodeCount > MAX_COUNT) {
            throw new IllegalArgumentException("HORS signature of " + nodeCount + " nodes: at most " + MAX_COUNT);
        }
        out.u8(valueCount).u8(nodeCount).bytes(values).bytes(nodes);
    }

    /** Reads the wire form. Returns empty if the bytes end early. */
    public static Optional<HorsSignature> read(ByteReader in, TreeHash hash) {
        if (!in.has(HEADER_BYTES)) {
            return Optional.empty();
        }
        int valueBytes = in.u8() * hash.secretBytes();
        int nodeBytes = in.u8() * hash.nodeBytes();
        if (!in.has(valueBytes + nodeBytes)) {
            return Optional.empty();
        }
        return Optional.of(new HorsSignature(
                in.take(valueBytes).toArray(), in.take(nodeBytes).toArray()));
    }
}
