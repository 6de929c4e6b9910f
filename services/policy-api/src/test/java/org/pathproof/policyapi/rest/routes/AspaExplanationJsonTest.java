// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.routes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.AspaProcedure;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.policyapi.rest.routes.AspaExplanationJson.AspaHop;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.wire.rpki.Aspa;

/** Tests the explanation of AS paths by the current ASPAs. */
class AspaExplanationJsonTest {
    private final MemoryRpkiSource rpki = new MemoryRpkiSource(1);

    @AfterEach
    void close() {
        rpki.close();
    }

    @Test
    void namesTheHopsThatContradictAnAspa() {
        rpki.replace(List.of(new Aspa(64498, List.of(0L)), new Aspa(64513, List.of(64500L, 64498L))));
        Verdict leak = verdict(AspaProcedure.ASPA_UPSTREAM, 64513, 64498, 64497);

        assertThat(AspaExplanationJson.of(leak, rpki.current()))
                .isEqualTo(new AspaExplanationJson(
                        "invalid",
                        "upstream",
                        "A customer, lateral peer or route server may only send routes of its customers, but AS64513 is no"
                                + " provider of AS64498.",
                        List.of(
                                new AspaHop(64497, 64498, "none", "not-provider"),
                                new AspaHop(64498, 64513, "not-provider", "provider"))));
        assertThat(AspaExplanationJson.of(verdict(AspaProcedure.ASPA_DOWNSTREAM, 64513, 64498, 64497), rpki.current()))
                .extracting(AspaExplanationJson::state)
                .as("from a provider")
                .isEqualTo("valid");
    }

    @Test
    void explainsUnknownAndUnacceptablePaths() {
        rpki.replace(List.of());
        assertThat(AspaExplanationJson.of(verdict(AspaProcedure.ASPA_UPSTREAM, 64513, 64498), rpki.current()))
                .extracting(AspaExplanationJson::state, AspaExplanationJson::summary)
                .containsExactly("unknown", "No ASPA contradicts the path, but some ASes have none.");
        assertThat(AspaExplanationJson.of(verdict(AspaProcedure.ASPA_UNACCEPTABLE_PATH, 64513), rpki.current()))
                .extracting(AspaExplanationJson::state, AspaExplanationJson::procedure)
                .containsExactly("invalid", "unacceptable-path");
    }

    @Test
    void isAbsentWithoutAProcedureAndWithoutAnRpkiSet() {
        assertThat(AspaExplanationJson.of(verdict(AspaProcedure.ASPA_PROCEDURE_NONE, 64513), rpki.current()))
                .isNull();
        assertThat(AspaExplanationJson.of(verdict(AspaProcedure.ASPA_UPSTREAM, 64513), Optional.empty()))
                .isNull();
    }

    /** Returns a verdict on a path, nearest AS first, that the router with AS 64500 received and prepended. */
    private static Verdict verdict(AspaProcedure procedure, int... path) {
        Verdict.Builder verdict =
                Verdict.newBuilder().setTargetAs(64500).addAsPath(64500).setAspaProcedure(procedure);
        for (int asn : path) {
            verdict.addAsPath(asn);
        }
        return verdict.build();
    }
}
