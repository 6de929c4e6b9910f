// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.kchybrid;

import java.math.BigInteger;
import java.util.Optional;
import org.pathproof.research.schemes.hors.HorsSignature;
import org.pathproof.research.schemes.hors.TreeHash;
import org.pathproof.research.schemes.rsa.FullDomainHash;
import org.pathproof.research.schemes.rsa.NestedSignature;
import org.pathproof.research.schemes.rsa.RsaPermutation;
import org.pathproof.research.schemes.rsa.RsaTrapdoor;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

/**
 * The signature field of a hop. Its first byte is the kind: 0 for RSA, 1 for RSA with the overflow bit of {@link
 * NestedSignature}, 2 for a hash tree. The HORS signature follows for a hash tree. Nothing follows for RSA, because the
 * aggregate of the path has these signatures.
 */
sealed interface HybridSignature {
    int RSA = 0;
    int RSA_OVERFLOW = 1;
    int TREE = 2;

    /** A signature in the aggregate. */
    record OfRsa(boolean overflow) implements HybridSignature {
        /**
         * Returns the aggregate before this signature. Returns empty if the key cannot have signed the aggregate.
         *
         * @param digest hash of the signed bytes
         */
        Optional<BigInteger> open(BigInteger aggregate, BigInteger digest, RsaPermutation key) {
            return new NestedSignature(aggregate, overflow).open(key).map(digest::xor);
        }
    }

    /** A signature of its own. */
    record OfTree(HorsSignature hors) implements HybridSignature {}

    /** An aggregate with the field of the hop that signed last. */
    record Signed(BigInteger aggregate, Bytes field) {}

    /** Adds a signature to an aggregate: the inverse permutation of the exclusive or of aggregate and hash. */
    static Signed signRsa(BigInteger aggregate, Bytes message, FullDomainHash hash, RsaTrapdoor key) {
        NestedSignature nested = NestedSignature.sign(aggregate.xor(hash.of(message)), key);
        return new Signed(
                nested.value(),
                new ByteWriter().u8(nested.overflow() ? RSA_OVERFLOW : RSA).toBytes());
    }

    /** Encodes the field of a hop that signs with a hash tree. */
    static Bytes encode(HorsSignature hors, TreeHash hash) {
        ByteWriter out = new ByteWriter().u8(TREE);
        hors.write(out, hash);
        return out.toBytes();
    }

    /** Decodes the field of a hop. Returns empty if the kind is unknown or the length is wrong. */
    static Optional<HybridSignature> decode(Bytes field, TreeHash hash) {
        ByteReader in = new ByteReader(field);
        if (!in.has(1)) {
            return Optional.empty();
        }
        int kind = in.u8();
        Optional<HybridSignature> signature = switch (kind) {
            case RSA, RSA_OVERFLOW -> Optional.of(new OfRsa(kind == RSA_OVERFLOW));
            case TREE -> HorsSignature.read(in, hash).map(OfTree::new);
            default -> Optional.empty();
        };
        return in.remaining() == 0 ? signature : Optional.empty();
    }
}
