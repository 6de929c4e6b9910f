// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.streams.Topology;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.BatchWindow;
import org.pathproof.settings.KafkaSettings;
import org.pathproof.validator.ValidatorApplicationTest;
import org.pathproof.validator.proof.CachingVerifier;
import org.pathproof.validator.proof.VerifyAhead;
import org.pathproof.validator.settings.ValidatorSettings;
import org.pathproof.validator.stream.BackgroundBudget;
import org.pathproof.validator.stream.Commits;
import org.pathproof.validator.stream.VerdictTraces;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Tests the lifecycle of Kafka Streams without Kafka. {@link ValidatorApplicationTest} tests it with Kafka. */
class ValidatorStreamsTest {
    @Test
    void stopsWithinFiveSecondsWithoutKafka() throws IOException {
        // A server that accepts connections and never responds.
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Binder settings = new Binder(new MapConfigurationPropertySource(
                    Map.of("pathproof.kafka.bootstrap-servers", "127.0.0.1:" + silent.getLocalPort())));
            MeterRegistry registry = new SimpleMeterRegistry();
            CachingVerifier verifier = new CachingVerifier(_ -> new BitSet(), 1, registry);
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
            streams.start();
            Awaitility.await().until(() -> accepted(silent));
            long stopped = System.nanoTime();
            streams.stop();
            assertThat(Duration.ofNanos(System.nanoTime() - stopped)).isLessThan(Duration.ofSeconds(5));
            assertThat(streams.isRunning()).isFalse();
        }
    }

    /** Returns true when a client has connected. The connection remains open without a response. */
    private static boolean accepted(ServerSocket server) throws IOException {
        return server.accept().isConnected();
    }
}
