// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import java.util.Arrays;
import java.util.Optional;
import org.pathproof.bgpsec.PathState;
import org.pathproof.contracts.v1.AspaState;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.routes.ContractTypes;

/**
 * States by the numbers that verdicts use for them. An unknown number of a newer validator is the number after the last
 * one, whose state is unverified.
 */
final class StateNumbers {
    /** Number of known path states. */
    static final int STATES = org.pathproof.contracts.v1.PathState.values().length - 1;
    /** Number of known origin states. */
    static final int ORIGINS = OriginState.values().length - 1;
    /** Number of known ASPA states. */
    static final int ASPA_STATES = AspaState.values().length - 1;

    private static final PathState[] PATH = new PathState[STATES + 1];
    private static final OriginVerdict[] ORIGIN = new OriginVerdict[ORIGINS + 1];
    private static final AspaVerdict[] ASPA = new AspaVerdict[ASPA_STATES + 1];
    /** Flags by the numbers of the three states. */
    private static final int[][][] FLAGS = new int[STATES + 1][ORIGINS + 1][ASPA_STATES + 1];

    static {
        Arrays.setAll(PATH, i -> ContractTypes.toDomain(org.pathproof.contracts.v1.PathState.forNumber(i)));
        Arrays.setAll(ORIGIN, i -> OriginVerdict.of(ContractTypes.toDomain(OriginState.forNumber(i))));
        Arrays.setAll(ASPA, i -> {
            AspaState known = AspaState.forNumber(i);
            return AspaVerdict.of(known == null ? Optional.empty() : ContractTypes.toDomain(known));
        });
        for (int i = 0; i < PATH.length; i++) {
            for (int j = 0; j < ORIGIN.length; j++) {
                for (int k = 0; k < ASPA.length; k++) {
                    FLAGS[i][j][k] = RouteFlags.pack(PATH[i], ORIGIN[j], ASPA[k]);
                }
            }
        }
    }

    private StateNumbers() {}

    /** Returns the flags of the states with these numbers. */
    static int flags(int state, int origin, int aspa) {
        return FLAGS[state][origin][aspa];
    }

    /** Returns the number of a state in verdicts. */
    static int of(PathState state) {
        return ContractTypes.toContract(state).getNumber();
    }

    /** Returns the number of a state in verdicts. */
    static int of(OriginVerdict origin) {
        return Arrays.asList(ORIGIN).indexOf(origin);
    }

    /** Returns the number of a state in verdicts. */
    static int of(AspaVerdict aspa) {
        return Arrays.asList(ASPA).indexOf(aspa);
    }
}
