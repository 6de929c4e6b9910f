// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.arbitraries.ListArbitrary;

/** Generators of bytes, numbers and prefixes for the property tests of all protocols. */
public final class ByteArbitraries {
    private ByteArbitraries() {}

    public static Arbitrary<Bytes> bytes(int min, int max) {
        return Arbitraries.bytes()
                .array(byte[].class)
                .ofMinSize(min)
                .ofMaxSize(max)
                .map(Bytes::wrap);
    }

    public static Arbitrary<Bytes> bytes(int length) {
        return bytes(length, length);
    }

    public static Arbitrary<Integer> u8() {
        return Arbitraries.integers().between(0, 0xff);
    }

    public static Arbitrary<Integer> u16() {
        return Arbitraries.integers().between(0, 0xffff);
    }

    public static Arbitrary<Long> u32() {
        return Arbitraries.longs().between(0, 0xffff_ffffL);
    }

    public static Arbitrary<Prefix> prefix(int afi) {
        return Combinators.combine(
                        Arbitraries.longs(),
                        afi == AfiSafi.AFI_IPV4 ? Arbitraries.just(0L) : Arbitraries.longs(),
                        Arbitraries.integers().between(0, Prefix.maxLength(afi)))
                .as((hi, lo, length) -> new Prefix(afi, hi, lo, length));
    }

    /** Generates copies of {@code valid} in which some bytes are overwritten, removed or inserted. */
    public static Arbitrary<Bytes> mutated(Bytes valid) {
        Arbitrary<Mutation> mutation = Combinators.combine(
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.integers().between(0, Math.max(0, valid.length() - 1)),
                        bytes(1, 3))
                .as(Mutation::new);
        ListArbitrary<Mutation> mutations = mutation.list().ofMinSize(1).ofMaxSize(4);
        return mutations.map(list -> {
            Bytes bytes = valid;
            for (Mutation m : list) {
                bytes = m.apply(bytes);
            }
            return bytes;
        });
    }

    private record Mutation(int kind, int position, Bytes with) {
        Bytes apply(Bytes bytes) {
            int at = Math.min(position, bytes.length());
            int end = Math.min(at + with.length(), bytes.length());
            return switch (kind) {
                case 0 -> bytes.slice(0, at).concat(with.slice(0, end - at)).concat(bytes.from(end));
                case 1 -> bytes.slice(0, at).concat(bytes.from(end));
                default -> bytes.slice(0, at).concat(with).concat(bytes.from(at));
            };
        }
    }
}
