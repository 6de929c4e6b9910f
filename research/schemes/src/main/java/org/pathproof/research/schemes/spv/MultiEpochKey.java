// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.spv;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.research.schemes.SignedFields;
import org.pathproof.research.schemes.hors.MerkleTree;
import org.pathproof.research.schemes.hors.TreeHash;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * The multi-epoch public key of an origin for a prefix, with its certificate, and the place of one epoch in it. This is
 * the content of the origin's hop: the root, the end of the first epoch (4 bytes), the number of the epoch (2 bytes),
 * the nodes from the epoch public key to the root, and the signature of the certificate.
 *
 * @param firstEnd end of the first epoch in seconds of the Unix epoch
 * @param epoch number of the epoch, from 0
 */
@SuppressWarnings("ArrayRecordComponent") // read at once by the verifier, never compared
record MultiEpochKey(byte[] root, long firstEnd, int epoch, byte[] epochNodes, Bytes certificate) {
    private static final byte[] LABEL = "SPV multi-epoch".getBytes(StandardCharsets.US_ASCII);

    /** Returns the end of the epoch in seconds of the Unix epoch. */
    long end(SpvParameters parameters) {
        return firstEnd + (long) epoch * parameters.epochSeconds();
    }

    /** Returns the bytes that the certificate signs. */
    static byte[] certified(long origin, Prefix prefix, long firstEnd, byte[] root, SpvParameters parameters) {
        Bytes content = new ByteWriter()
                .bytes(LABEL)
                .u32(parameters.epochSeconds())
                .u16(parameters.epochs())
                .bytes(root)
                .toBytes();
        Hop hop = new Hop(origin, firstEnd, content, Bytes.EMPTY);
        return SignedFields.of(prefix, List.of(hop)).toArray();
    }

    Bytes encode() {
        return new ByteWriter()
                .bytes(root)
                .u32(firstEnd)
                .u16(epoch)
                .bytes(epochNodes)
                .bytes(certificate)
                .toBytes();
    }

    /** Decodes the content of a hop. Returns empty if it is too short or the epoch does not exist. */
    static Optional<MultiEpochKey> decode(Bytes content, SpvParameters parameters, TreeHash hash) {
        int nodes = Integer.numberOfTrailingZeros(parameters.epochs()) * hash.nodeBytes();
        ByteReader in = new ByteReader(content);
        if (!in.has(hash.nodeBytes() + Integer.BYTES + Short.BYTES + nodes)) {
            return Optional.empty();
        }
        byte[] root = in.take(hash.nodeBytes()).toArray();
        long firstEnd = in.u32();
        int epoch = in.u16();
        MultiEpochKey key =
                new MultiEpochKey(root, firstEnd, epoch, in.take(nodes).toArray(), in.rest());
        return epoch < parameters.epochs() ? Optional.of(key) : Optional.empty();
    }

    /** Returns true if the epoch public key belongs to this epoch. */
    boolean covers(byte[] epochKey, SpvParameters parameters, TreeHash hash) {
        return MerkleTree.root(parameters.epochs(), new int[] {epoch}, epochKey, epochNodes, hash)
                .filter(computed -> Arrays.equals(computed, root))
                .isPresent();
    }
}
