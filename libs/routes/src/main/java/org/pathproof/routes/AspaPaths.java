// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routes;

import java.util.List;
import org.pathproof.bgpsec.AspaLookup;
import org.pathproof.bgpsec.AspaVerification;
import org.pathproof.contracts.v1.VerdictOrBuilder;

/** Verifies the AS paths of verdicts by ASPA. */
public final class AspaPaths {
    private AspaPaths() {}

    /** Verifies the path by the procedure of the verdict. */
    public static AspaVerification verify(VerdictOrBuilder verdict, AspaLookup aspas) {
        return AspaVerification.of(
                path(verdict.getAsPathList(), verdict.hasTargetAs(), verdict.getTargetAs()),
                ContractTypes.toDomain(verdict.getAspaProcedure()),
                aspas);
    }

    /**
     * Returns the path as the peer sent it, nearest AS first. Some routers add their own AS to the paths that they
     * report (FRR 8.4), and policies prepend it.
     */
    private static long[] path(List<Integer> asns, boolean hasTarget, int target) {
        int from = 0;
        while (hasTarget && from < asns.size() && asns.get(from) == target) {
            from++;
        }
        return asns.subList(from, asns.size()).stream()
                .mapToLong(Integer::toUnsignedLong)
                .toArray();
    }
}
