// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.BatchWindow;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.settings.KafkaSettings;
import org.pathproof.validator.ValidatorApplicationTest;
import org.pathproof.validator.kafka.KafkaTaskTopics;
import org.pathproof.validator.kafka.StreamsClients;
import org.pathproof.validator.kafka.ValidatorStreams;
import org.pathproof.validator.proof.CachingVerifier;
import org.pathproof.validator.proof.VerifyAhead;
import org.pathproof.validator.settings.ValidatorSettings;
import org.pathproof.validator.stream.BackgroundBudget;
import org.pathproof.validator.stream.Commits;
import org.pathproof.validator.stream.RouteGaps;
import org.pathproof.validator.stream.StateLosses;
import org.pathproof.validator.stream.Upkeep;
import org.pathproof.validator.stream.VerdictTraces;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** Tests the health of a validator that is not started. {@link ValidatorApplicationTest} tests a running one. */
class ValidatorHealthTest {
    @Test
    void reportsRoutesThatCouldNotBeValidated() {
        assertThat(problems(0)).noneMatch(problem -> problem.contains("not validated"));
        assertThat(problems(1)).anyMatch(problem -> problem.startsWith("1 route is not validated because of an error"));
        assertThat(problems(2500)).anyMatch(problem -> problem.startsWith("2500 routes are not validated"));
    }

    private static List<String> problems(long failedRoutes) {
        Binder settings = new Binder(new MapConfigurationPropertySource());
        MeterRegistry registry = new SimpleMeterRegistry();
        CachingVerifier verifier = new CachingVerifier(_ -> new BitSet(), 1, registry);
        try (MemoryRpkiSource rpki = new MemoryRpkiSource(1)) {
            KafkaSettings kafka = settings.bindOrCreate("pathproof.kafka", KafkaSettings.class);
            KafkaTaskTopics topics = new KafkaTaskTopics(kafka, "validator");
            ValidatorStreams streams = new ValidatorStreams(
                    settings.bindOrCreate("pathproof.validator", ValidatorSettings.class),
                    kafka,
                    Topology::new,
                    new StreamsClients(
                            new BackgroundBudget(),
                            new Commits(BatchWindow.ofVerdicts(Duration.ofMillis(50))),
                            topics,
                            VerdictTraces.OFF,
                            _ -> {}),
                    topics,
                    VerifyAhead.Parts.of("routes", Optional::empty, (_, _, _) -> null, verifier, 1, _ -> {}, registry));
            Health health = new ValidatorHealth(
                            streams,
                            rpki,
                            SignatureEngines.select(EngineSettings.fromSystem()),
                            new Upkeep(),
                            () -> failedRoutes,
                            () -> 0,
                            new RouteGaps(),
                            new StateLosses())
                    .health();
            assertThat(health.getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.getDetails()).containsEntry("lag", "unknown");
            assertThat(new ValidatorReadiness(streams).health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
            assertThat(streams.lag()).isNaN();
            assertThat(streams.restoreLag()).isNaN();
            return ((List<?>) health.getDetails().getOrDefault("problems", List.of()))
                    .stream().map(String::valueOf).toList();
        }
    }
}
