// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.pathproof.collector.intake.Intake;
import org.pathproof.collector.lifecycle.CollectorService;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A running collector in the JVM of the tests, with the id {@code c1} and topics of three partitions. A second one with
 * the same Kafka continues the work of one that was closed, as after a restart.
 */
final class CollectorUnderTest implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(60);

    private final ConfigurableApplicationContext context;
    private final CollectorService service;

    private CollectorUnderTest(ConfigurableApplicationContext context) {
        this.context = context;
        this.service = context.getBean(CollectorService.class);
    }

    /**
     * Starts a collector, and waits until it serves routers.
     *
     * @param settings settings without their prefix {@code pathproof.collector}
     */
    static CollectorUnderTest start(EmbeddedKafka kafka, Map<String, String> settings) {
        Map<String, Object> properties = new HashMap<>(Map.of(
                "pathproof.collector.bmp-port", "0",
                "pathproof.collector.bmp-address", "127.0.0.1",
                "pathproof.collector.id", "c1",
                "pathproof.kafka.route-partitions", "3",
                "pathproof.kafka.replication-factor", "1",
                "pathproof.kafka.bootstrap-servers", kafka.bootstrapServers()));
        settings.forEach((key, value) -> properties.put("pathproof.collector." + key, value));
        CollectorUnderTest collector =
                new CollectorUnderTest(CollectorContext.start(properties, new SimpleMeterRegistry()));
        await().atMost(LIMIT).until(collector.service::isServing);
        return collector;
    }

    CollectorService service() {
        return service;
    }

    /** Connects a router, which has sent nothing yet. */
    TestRouter connect() throws IOException {
        return new TestRouter(service.bmpPort().orElseThrow());
    }

    /** Stops the collector, also if its intake is closed. */
    @Override
    public void close() {
        if (context.isActive()) {
            context.getBean(Intake.class).open();
            context.close();
        }
    }
}
