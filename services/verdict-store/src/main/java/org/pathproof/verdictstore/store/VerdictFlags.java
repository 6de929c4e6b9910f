// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.pathproof.contracts.v1.AspaProcedure;
import org.pathproof.contracts.v1.Source;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.verdictstore.row.RowFlags;

/** The bits of a row's flags that only this package reads, see {@link RowFlags#FIRST_FREE}. */
final class VerdictFlags {
    /** Bits of a number. */
    static final int NUMBER = 3;
    /** Position of the number of the origin's reason. */
    static final int REASON_SHIFT = RowFlags.FIRST_FREE;
    /** Position of the number of the ASPA procedure. */
    static final int PROCEDURE_SHIFT = REASON_SHIFT + 2;
    /** Position of the number of the source. */
    static final int SOURCE_SHIFT = PROCEDURE_SHIFT + 2;

    /** Number of known ASPA procedures. */
    static final int PROCEDURES = AspaProcedure.values().length - 1;
    /** Number of known sources. */
    static final int SOURCES = Source.values().length - 1;

    static final int DUAL_PATH = 1 << SOURCE_SHIFT + 2;
    static final int ORIGIN_UNCERTAIN = 2 << SOURCE_SHIFT + 2;
    /** The key of the route from which the verdict is derived follows from the session. */
    static final int DERIVED_IN_SESSION = 4 << SOURCE_SHIFT + 2;

    private static final List<String> LABELS_OF_REASONS = List.of("", "as", "length", "origin-unknown");
    private static final List<byte[]> ENCODED_REASONS = LABELS_OF_REASONS.stream()
            .map(reason -> reason.getBytes(StandardCharsets.US_ASCII))
            .toList();

    /** Number of known reasons. */
    static final int REASONS = LABELS_OF_REASONS.size();

    private VerdictFlags() {}

    /** Returns the number of an encoded reason; -1 for an unknown one. */
    static int reason(byte[] bytes, int from, int to) {
        for (int i = 0; i < ENCODED_REASONS.size(); i++) {
            byte[] reason = ENCODED_REASONS.get(i);
            if (Arrays.equals(bytes, from, to, reason, 0, reason.length)) {
                return i;
            }
        }
        return -1;
    }

    /** Sets the fields of a verdict that are flags. */
    static void addTo(Verdict.Builder verdict, int flags) {
        verdict.setStateValue(StateNumbers.of(RouteFlags.state(flags)))
                .setOriginValue(StateNumbers.of(RouteFlags.origin(flags)))
                .setAspaValue(StateNumbers.of(RouteFlags.aspa(flags)))
                .setOriginReason(LABELS_OF_REASONS.get(flags >>> REASON_SHIFT & NUMBER))
                .setAspaProcedureValue(flags >>> PROCEDURE_SHIFT & NUMBER)
                .setSourceValue(flags >>> SOURCE_SHIFT & NUMBER)
                .setDualPath((flags & DUAL_PATH) != 0)
                .setOriginUncertain((flags & ORIGIN_UNCERTAIN) != 0);
    }
}
