// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.pathproof.wire.rpki.Aspa;

/**
 * The verification of an AS path by ASPA, with the attestation of each hop (draft-ietf-sidrops-aspa-verification
 * section 6).
 *
 * @param hops the hops between different ASes, from the origin to the neighbor; empty unless the procedure is {@link
 *     AspaProcedure#UPSTREAM} or {@link AspaProcedure#DOWNSTREAM}
 */
public record AspaVerification(AspaState state, List<Hop> hops) {

    /** The relation that ASPAs attest for a customer AS and another AS (section 5 of the draft). */
    public enum Attestation {
        /** The other AS is in an ASPA of the customer. */
        PROVIDER,
        /** The customer has ASPAs, and none has the other AS. */
        NOT_PROVIDER,
        /** The customer has no ASPA. */
        NONE
    }

    /**
     * A hop of a path.
     *
     * @param from the AS nearer to the origin
     * @param to the AS that received the route from {@code from}
     * @param up attests {@code to} as a provider of {@code from}
     * @param down attests {@code from} as a provider of {@code to}
     */
    public record Hop(long from, long to, Attestation up, Attestation down) {}

    /**
     * Verifies a path.
     *
     * @param asPath AS numbers, nearest first, with repetitions
     */
    public static AspaVerification of(long[] asPath, AspaProcedure procedure, AspaLookup aspas) {
        return switch (procedure) {
            case NONE -> new AspaVerification(AspaState.UNKNOWN, List.of());
            case UNACCEPTABLE_PATH -> new AspaVerification(AspaState.INVALID, List.of());
            case UPSTREAM, DOWNSTREAM -> {
                List<Hop> hops = hops(asPath, aspas);
                yield new AspaVerification(
                        asPath.length == 0
                                ? AspaState.INVALID
                                : procedure == AspaProcedure.UPSTREAM ? upstream(hops) : downstream(hops),
                        hops);
            }
        };
    }

    private static List<Hop> hops(long[] asPath, AspaLookup aspas) {
        List<Hop> hops = new ArrayList<>();
        for (int i = asPath.length - 1; i > 0; i--) {
            long from = asPath[i];
            long to = asPath[i - 1];
            if (from != to) {
                hops.add(new Hop(from, to, attestation(from, to, aspas), attestation(to, from, aspas)));
            }
        }
        return Collections.unmodifiableList(hops);
    }

    private static Attestation attestation(long customer, long other, AspaLookup aspas) {
        Aspa aspa = aspas.aspa(customer).orElse(null);
        if (aspa == null) {
            return Attestation.NONE;
        }
        return Collections.binarySearch(aspa.providers(), other) >= 0 ? Attestation.PROVIDER : Attestation.NOT_PROVIDER;
    }

    /** Section 6.1 of the draft: each hop leads from a customer to a provider. */
    private static AspaState upstream(List<Hop> hops) {
        AspaState state = AspaState.VALID;
        for (Hop hop : hops) {
            if (hop.up == Attestation.NOT_PROVIDER) {
                return AspaState.INVALID;
            }
            if (hop.up == Attestation.NONE) {
                state = AspaState.UNKNOWN;
            }
        }
        return state;
    }

    /**
     * Section 6.2 of the draft: an up-ramp of hops to providers, at most one hop between lateral peers, and a down-ramp
     * of hops to customers.
     */
    private static AspaState downstream(List<Hop> hops) {
        int ases = hops.size() + 1;
        if (upRamp(hops, false) + downRamp(hops, false) < ases) {
            return AspaState.INVALID;
        }
        return upRamp(hops, true) + downRamp(hops, true) < ases ? AspaState.UNKNOWN : AspaState.VALID;
    }

    /**
     * Returns the number of ASes in the up-ramp, which begins at the origin.
     *
     * @param attested true if each hop must be attested; false if no hop may be refuted
     */
    private static int upRamp(List<Hop> hops, boolean attested) {
        int ases = 1;
        while (ases <= hops.size() && continues(hops.get(ases - 1).up, attested)) {
            ases++;
        }
        return ases;
    }

    /** Returns the number of ASes in the down-ramp, which ends at the neighbor. */
    private static int downRamp(List<Hop> hops, boolean attested) {
        int ases = 1;
        while (ases <= hops.size() && continues(hops.get(hops.size() - ases).down, attested)) {
            ases++;
        }
        return ases;
    }

    private static boolean continues(Attestation attestation, boolean attested) {
        return attested ? attestation == Attestation.PROVIDER : attestation != Attestation.NOT_PROVIDER;
    }
}
