// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.kcrsa;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.research.schemes.SignedFields;
import org.pathproof.research.schemes.rsa.FullDomainHash;
import org.pathproof.research.schemes.rsa.NestedSignature;
import org.pathproof.research.schemes.rsa.RsaPermutation;
import org.pathproof.research.schemes.rsa.RsaTrapdoor;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** The content of a hop: overflow bit (1 byte), neighbor vector, modulus of the public attestation key. */
record ChainLink(boolean overflow, Bytes vector, RsaPermutation attestation) {
    Bytes encoded() {
        return new ByteWriter()
                .u8(overflow ? 1 : 0)
                .bytes(vector)
                .bytes(attestation.encoded())
                .toBytes();
    }

    /** Decodes a content, or returns an empty result for malformed bytes. */
    static Optional<ChainLink> of(Bytes content, int bits) {
        int key = content.length() - bits / 8;
        if (key < 1 || content.u8(0) > 1) {
            return Optional.empty();
        }
        return RsaPermutation.of(content.from(key), bits)
                .map(attestation -> new ChainLink(content.u8(0) == 1, content.slice(1, key), attestation));
    }

    ChainLink withOverflow(boolean other) {
        return new ChainLink(other, vector, attestation);
    }

    /**
     * Signs for the last hop.
     *
     * @param hops with an overflow bit of 0 in the last hop
     * @param previous the signature before; 0 for the origin
     */
    static NestedSignature sign(
            FullDomainHash hash, Prefix prefix, List<Hop> hops, BigInteger previous, RsaTrapdoor key) {
        return NestedSignature.sign(previous.xor(hash.of(SignedFields.of(prefix, hops))), key);
    }

    /** Returns the signature before that of the last hop, whose content this is. */
    Optional<BigInteger> open(
            FullDomainHash hash, Prefix prefix, List<Hop> hops, BigInteger signature, RsaPermutation key) {
        List<Hop> signed = new ArrayList<>(hops);
        Hop last = hops.getLast();
        signed.set(
                hops.size() - 1,
                new Hop(last.asn(), last.expires(), withOverflow(false).encoded(), last.signature()));
        return new NestedSignature(signature, overflow)
                .open(key)
                .map(input -> input.xor(hash.of(SignedFields.of(prefix, signed))));
    }
}
