// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.sasv;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.research.schemes.SignedFields;
import org.pathproof.research.schemes.rsa.FullDomainHash;
import org.pathproof.research.schemes.rsa.RsaPermutation;
import org.pathproof.research.schemes.rsa.RsaTrapdoor;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** One step of a sequential aggregate signature. The first byte of the content of a hop has its overflow bit. */
record Aggregate(BigInteger value, boolean overflow) {
    /**
     * Adds the signature of the last hop to an aggregate.
     *
     * @param hops with an overflow byte of 0 in the last hop
     * @param previous the aggregate of the hops before; 0 for the origin
     */
    static Aggregate sign(FullDomainHash hash, Prefix prefix, List<Hop> hops, BigInteger previous, RsaTrapdoor key) {
        BigInteger modulus = key.permutation().modulus();
        boolean overflow = previous.compareTo(modulus) >= 0;
        BigInteger reduced = overflow ? previous.subtract(modulus) : previous;
        BigInteger input = reduced.add(hash.of(SignedFields.of(prefix, hops))).mod(modulus);
        return new Aggregate(key.invert(input), overflow);
    }

    /** Returns the aggregate before the last hop, or an empty result if the last hop cannot have signed this one. */
    static Optional<BigInteger> open(
            FullDomainHash hash, Prefix prefix, List<Hop> hops, BigInteger aggregate, RsaPermutation key) {
        Bytes content = hops.getLast().content();
        if (content.isEmpty() || content.u8(0) > 1 || !key.contains(aggregate)) {
            return Optional.empty();
        }
        List<Hop> signed = new ArrayList<>(hops);
        signed.set(hops.size() - 1, withOverflow(hops.getLast(), false));
        BigInteger reduced = key.apply(aggregate)
                .subtract(hash.of(SignedFields.of(prefix, signed)))
                .mod(key.modulus());
        BigInteger previous = content.u8(0) == 1 ? reduced.add(key.modulus()) : reduced;
        return previous.bitLength() <= hash.bits() ? Optional.of(previous) : Optional.empty();
    }

    static Hop withOverflow(Hop hop, boolean overflow) {
        Bytes content = new ByteWriter()
                .u8(overflow ? 1 : 0)
                .bytes(hop.content().from(1))
                .toBytes();
        return new Hop(hop.asn(), hop.expires(), content, hop.signature());
    }
}
