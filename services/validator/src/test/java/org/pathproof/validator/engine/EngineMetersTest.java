// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.metrics.EngineMetricNames;
import org.pathproof.p256.EngineFigures;
import org.pathproof.p256.SignatureBatch;
import org.pathproof.p256.SignatureEngine;

final class EngineMetersTest {
    private static final SignatureEngine ENGINE = new SignatureEngine() {
        @Override
        public String name() {
            return "quick";
        }

        @Override
        public void verify(SignatureBatch batch, BitSet verified) {
            verified.clear();
        }

        @Override
        public EngineFigures figures() {
            return new EngineFigures(1, 2, 3, 4, 5, 6, 7, 8, 9, false);
        }
    };

    @Test
    void prometheusShowsEveryFigureUnderItsDocumentedName() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new EngineMeters(ENGINE).bindTo(registry);
        assertThat(registry.scrape().lines())
                .contains(
                        EngineMetricNames.ENGINE_NAME + "{engine=\"quick\"} 1.0",
                        EngineMetricNames.ENGINE_TRUSTED + " 0.0",
                        EngineMetricNames.ENGINE_RESULTS + "{type=\"fast\"} 1.0",
                        EngineMetricNames.ENGINE_RESULTS + "{type=\"slow\"} 2.0",
                        EngineMetricNames.ENGINE_RESULTS + "{type=\"undecided\"} 3.0",
                        EngineMetricNames.ENGINE_KEYS + " 4.0",
                        EngineMetricNames.ENGINE_TABLES_BUILT + " 5.0",
                        EngineMetricNames.ENGINE_TABLES_EVICTED + " 6.0",
                        EngineMetricNames.ENGINE_TABLE_BYTES + " 7.0",
                        EngineMetricNames.ENGINE_CHECKED + " 8.0",
                        EngineMetricNames.ENGINE_DISAGREEMENTS + " 9.0");
    }
}
