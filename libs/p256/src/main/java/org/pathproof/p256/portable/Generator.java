// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;

/** A table of multiples of the base point G, in the shape of a {@link Comb}. All verifiers can share one instance. */
public final class Generator {
    private static final long CACHE_LINE = 64;
    private static final String G = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
            + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5";

    private final Comb comb;
    private final MemorySegment table;

    private Generator(Comb comb) {
        this.comb = comb;
        table = Arena.ofAuto().allocate(comb.bytes(), CACHE_LINE);
        CombTable.fill(HexFormat.of().parseHex(G), comb, table);
    }

    /**
     * Returns a table for verification, 8.4 MB. The table can be combined with tables of keys whose spacing is 4, 8 or
     * 12.
     */
    public static Generator forVerification() {
        return new Generator(new Comb(16, 4));
    }

    /** Returns a table for products of G alone, 2.9 MB. The table has one group, so that no doubling is needed. */
    public static Generator forProducts() {
        return new Generator(new Comb(12, 1));
    }

    Comb comb() {
        return comb;
    }

    MemorySegment table() {
        return table;
    }
}
