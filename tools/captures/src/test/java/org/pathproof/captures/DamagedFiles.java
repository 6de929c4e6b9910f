// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.pathproof.wire.Bytes;

/** Damaged files and records for the property tests of this module. */
public final class DamagedFiles {
    private static final int MAX_DAMAGED_SPOTS = 4;

    private DamagedFiles() {}

    /**
     * Damages a file at one to four random places.
     *
     * @param intact the bytes before the damage
     * @return the bytes with up to three bytes replaced, inserted or removed at each place
     */
    public static Arbitrary<Bytes> of(Bytes intact) {
        Arbitrary<Damage> damage = Combinators.combine(
                        Arbitraries.of(Kind.values()),
                        Arbitraries.integers().between(0, Math.max(0, intact.length() - 1)),
                        arbitraryBytes(1, 3))
                .as(Damage::new);
        return damage.list().ofMinSize(1).ofMaxSize(MAX_DAMAGED_SPOTS).map(spots -> {
            Bytes damaged = intact;
            for (Damage spot : spots) {
                damaged = spot.applyTo(damaged);
            }
            return damaged;
        });
    }

    /** Generates arbitrary bytes of a length between the two bounds, both included. */
    public static Arbitrary<Bytes> arbitraryBytes(int minLength, int maxLength) {
        return Arbitraries.bytes()
                .array(byte[].class)
                .ofMinSize(minLength)
                .ofMaxSize(maxLength)
                .map(Bytes::wrap);
    }

    private enum Kind {
        REPLACE,
        INSERT,
        REMOVE
    }

    private record Damage(Kind kind, int position, Bytes replacement) {
        Bytes applyTo(Bytes file) {
            int start = Math.min(position, file.length());
            int end = Math.min(start + replacement.length(), file.length());
            Bytes inserted = switch (kind) {
                case REPLACE -> replacement.slice(0, end - start);
                case INSERT -> replacement;
                case REMOVE -> Bytes.EMPTY;
            };
            return file.slice(0, start).concat(inserted).concat(file.from(kind == Kind.INSERT ? start : end));
        }
    }
}
