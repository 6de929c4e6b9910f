// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.bgpsec.AspaProcedure.DOWNSTREAM;
import static org.pathproof.bgpsec.AspaProcedure.NONE;
import static org.pathproof.bgpsec.AspaProcedure.UNACCEPTABLE_PATH;
import static org.pathproof.bgpsec.AspaProcedure.UPSTREAM;
import static org.pathproof.bgpsec.AspaState.INVALID;
import static org.pathproof.bgpsec.AspaState.UNKNOWN;
import static org.pathproof.bgpsec.AspaState.VALID;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.pathproof.wire.rpki.Aspa;

/** Tests the verification of AS paths by ASPA (draft-ietf-sidrops-aspa-verification section 6). */
class AspaVerificationTest {
    private static final int RANDOM_PATHS = 200_000;

    /**
     * A small Internet: 10 and 20 are lateral peers at the top, 11 and 12 customers of 10, 21 a customer of 20, and 111
     * a customer of 11 and 12.
     */
    private static final Map<Long, Aspa> COMPLETE =
            aspas(aspa(10, 0), aspa(20, 0), aspa(11, 10), aspa(12, 10), aspa(21, 20), aspa(111, 11, 12));

    @Test
    void aPathFromACustomerOnlyClimbs() {
        assertThat(state(UPSTREAM, 11, 111)).isEqualTo(VALID);
        assertThat(state(UPSTREAM, 10, 11, 111)).isEqualTo(VALID);
        assertThat(state(UPSTREAM, 111)).as("the neighbor is the origin").isEqualTo(VALID);
        assertThat(state(UPSTREAM, 12, 111, 11))
                .as("a customer leaks a route from one provider to another")
                .isEqualTo(INVALID);
        assertThat(state(UPSTREAM, 20, 10, 11))
                .as("a lateral peer leaks a route of its peer")
                .isEqualTo(INVALID);
        assertThat(state(UPSTREAM, 21, 20, 10)).as("a route of a provider").isEqualTo(INVALID);
    }

    @Test
    void aPathFromAProviderClimbsAndDescends() {
        assertThat(state(DOWNSTREAM, 11, 10, 12, 111)).isEqualTo(VALID);
        assertThat(state(DOWNSTREAM, 21, 20, 10, 11, 111))
                .as("one hop between lateral peers")
                .isEqualTo(VALID);
        assertThat(state(DOWNSTREAM, 10, 11)).isEqualTo(VALID);
        assertThat(state(DOWNSTREAM, 21, 11)).as("two ASes").isEqualTo(VALID);
        assertThat(state(DOWNSTREAM, 10, 12, 111, 11))
                .as("a valley: 111 leaks a route of 11 to 12")
                .isEqualTo(INVALID);
        assertThat(state(DOWNSTREAM, 21, 20, 11, 10, 12))
                .as("11 leaks a route of 10 to its lateral peer 20")
                .isEqualTo(INVALID);
    }

    @Test
    void missingAspasMakeAPathUnknownUnlessAnotherHopIsRefuted() {
        Map<Long, Aspa> partial = aspas(aspa(111, 11, 12), aspa(12, 10));
        assertThat(state(partial, UPSTREAM, 10, 11, 111)).isEqualTo(UNKNOWN);
        assertThat(state(partial, UPSTREAM, 12, 111, 11))
                .as("11 attests nothing")
                .isEqualTo(UNKNOWN);
        assertThat(state(partial, UPSTREAM, 30, 12, 111)).isEqualTo(INVALID);
        assertThat(state(partial, DOWNSTREAM, 30, 40, 10, 12)).isEqualTo(UNKNOWN);
        assertThat(state(Map.of(), DOWNSTREAM, 30, 40, 10, 12)).isEqualTo(UNKNOWN);
        assertThat(state(Map.of(), UPSTREAM, 30, 40)).isEqualTo(UNKNOWN);
    }

    @Test
    void repeatedAsesCountOnce() {
        assertThat(state(UPSTREAM, 10, 10, 11, 111, 111, 111)).isEqualTo(VALID);
        assertThat(AspaVerification.of(new long[] {10, 10, 11, 111, 111}, UPSTREAM, COMPLETE_LOOKUP)
                        .hops())
                .containsExactly(
                        new AspaVerification.Hop(
                                111,
                                11,
                                AspaVerification.Attestation.PROVIDER,
                                AspaVerification.Attestation.NOT_PROVIDER),
                        new AspaVerification.Hop(
                                11,
                                10,
                                AspaVerification.Attestation.PROVIDER,
                                AspaVerification.Attestation.NOT_PROVIDER));
    }

    @Test
    void unacceptablePathsAreInvalidAndUnclassifiedNeighborsLeaveThePathUnknown() {
        assertThat(state(UPSTREAM)).as("empty path").isEqualTo(INVALID);
        assertThat(state(DOWNSTREAM)).as("empty path").isEqualTo(INVALID);
        assertThat(state(UNACCEPTABLE_PATH, 11, 111)).isEqualTo(INVALID);
        assertThat(state(NONE, 12, 111, 11)).isEqualTo(UNKNOWN);
    }

    @Test
    void as0AttestsThatAnAsHasNoProvider() {
        assertThat(state(aspas(aspa(10, 0)), UPSTREAM, 20, 10)).isEqualTo(INVALID);
    }

    /**
     * Compares random paths with a definition that uses no ramps. A path from a provider is valid if it has a top. Each
     * hop before the top is attested upwards. Every hop after it is attested downwards, except the first. The path is
     * invalid if there is no top even where all hops without an ASPA count as attested.
     */
    @Test
    void agreesWithADefinitionByTheTopOfThePath() {
        Random random = new Random(8205);
        EnumMap<AspaState, Integer> seen = new EnumMap<>(AspaState.class);
        for (int i = 0; i < RANDOM_PATHS; i++) {
            int ases = 2 + random.nextInt(6);
            Map<Long, Aspa> aspas = randomAspas(random, ases);
            long[] path = random.longs(1 + random.nextInt(8), 1, ases + 1).toArray();
            AspaProcedure procedure = random.nextBoolean() ? UPSTREAM : DOWNSTREAM;
            AspaState state = state(aspas, procedure, path);
            assertThat(state)
                    .as("%s of %s with %s", procedure, Arrays.toString(path), aspas)
                    .isEqualTo(byDefinition(path, procedure, aspas));
            seen.merge(state, 1, Integer::sum);
        }
        assertThat(seen.values()).allMatch(count -> count > RANDOM_PATHS / 20);
    }

    private static AspaState byDefinition(long[] path, AspaProcedure procedure, Map<Long, Aspa> aspas) {
        List<Long> origin = new ArrayList<>();
        for (int i = path.length - 1; i >= 0; i--) {
            if (origin.isEmpty() || origin.getLast() != path[i]) {
                origin.add(path[i]);
            }
        }
        if (isPossible(origin, procedure, aspas, false)) {
            return VALID;
        }
        return isPossible(origin, procedure, aspas, true) ? UNKNOWN : INVALID;
    }

    private static boolean isPossible(
            List<Long> path, AspaProcedure procedure, Map<Long, Aspa> aspas, boolean assumeMissing) {
        int last = path.size() - 1;
        for (int top = procedure == UPSTREAM ? last : 0; top <= last; top++) {
            boolean possible = true;
            for (int i = 0; i < top; i++) {
                possible &= isCustomer(path.get(i), path.get(i + 1), aspas, assumeMissing);
            }
            for (int i = top + 1; i < last; i++) {
                possible &= isCustomer(path.get(i + 1), path.get(i), aspas, assumeMissing);
            }
            if (possible) {
                return true;
            }
        }
        return false;
    }

    private static boolean isCustomer(long customer, long provider, Map<Long, Aspa> aspas, boolean assumeMissing) {
        Aspa aspa = aspas.get(customer);
        return aspa == null ? assumeMissing : aspa.providers().contains(provider);
    }

    private static Map<Long, Aspa> randomAspas(Random random, int ases) {
        Map<Long, Aspa> aspas = new HashMap<>();
        for (long customer = 1; customer <= ases; customer++) {
            if (random.nextInt(4) > 0) {
                List<Long> providers = new ArrayList<>();
                for (long provider = 1; provider <= ases; provider++) {
                    if (provider != customer && random.nextInt(3) > 0) {
                        providers.add(provider);
                    }
                }
                aspas.put(customer, new Aspa(customer, providers));
            }
        }
        return aspas;
    }

    private static final AspaLookup COMPLETE_LOOKUP = lookup(COMPLETE);

    private static AspaState state(AspaProcedure procedure, long... path) {
        return state(COMPLETE, procedure, path);
    }

    private static AspaState state(Map<Long, Aspa> aspas, AspaProcedure procedure, long... path) {
        return AspaVerification.of(path, procedure, lookup(aspas)).state();
    }

    private static AspaLookup lookup(Map<Long, Aspa> aspas) {
        return customer -> Optional.ofNullable(aspas.get(customer));
    }

    private static Aspa aspa(long customer, long... providers) {
        return new Aspa(customer, Arrays.stream(providers).boxed().toList());
    }

    private static Map<Long, Aspa> aspas(Aspa... aspas) {
        Map<Long, Aspa> all = new HashMap<>();
        for (Aspa aspa : aspas) {
            all.put(aspa.customer(), aspa);
        }
        return all;
    }
}
