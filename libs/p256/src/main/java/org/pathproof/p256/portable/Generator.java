// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;

/** The table of multiples of the base point G: windows of 12 bits, 2.9 MB. All verifiers can share one instance. */
public final class Generator {
    static final int WINDOW = 12;
    static final int DIGITS = Digits.count(WINDOW);

    private static final long CACHE_LINE = 64;
    private static final String G = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
            + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5";

    private final MemorySegment table;

    public Generator() {
        table = Arena.ofAuto().allocate(Multiples.bytes(WINDOW, DIGITS), CACHE_LINE);
        Multiples.fill(Jacobian.affine(HexFormat.of().parseHex(G)), WINDOW, WINDOW, DIGITS, table);
    }

    MemorySegment table() {
        return table;
    }
}
