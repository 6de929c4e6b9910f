// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.lifecycle.CollectorService;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.slf4j.LoggerFactory;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Tests the program without Kafka. */
final class CollectorApplicationTest {
    @Test
    void startsWithoutKafkaAndReportsTheReason() throws IOException, InterruptedException {
        int closedPort;
        try (ServerSocket socket = new ServerSocket(0)) {
            closedPort = socket.getLocalPort();
        }
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(CollectorApplication.class)
                .properties("spring.config.name=collector")
                .run(
                        "--server.port=0",
                        "--pathproof.collector.bmp-port=0",
                        "--pathproof.kafka.bootstrap-servers=127.0.0.1:" + closedPort)) {
            CollectorService service = context.getBean(CollectorService.class);
            assertThat(service.isRunning()).isTrue();
            assertThat(service.isServing()).isFalse();
            String base = "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");

            HttpResponse<String> health = get(base + "/actuator/health");
            assertThat(health.statusCode()).isEqualTo(503);
            assertThat(health.body()).contains("\"collector\"").contains("Kafka at 127.0.0.1:" + closedPort);
            assertThat(get(base + "/actuator/health/readiness").statusCode()).isEqualTo(503);
            assertThat(get(base + "/actuator/health/liveness").statusCode()).isEqualTo(200);

            context.getBean(CollectorMetrics.class).ofRouter("r1").countMessage("route_monitoring", 100, 2_000_000);
            String metrics = get(base + "/actuator/prometheus").body();
            assertThat(metrics)
                    .contains(CollectorMetricNames.BMP_MESSAGES + "{router=\"r1\",type=\"route_monitoring\"} 1.0")
                    .contains(CollectorMetricNames.BMP_LAST_MESSAGE + "{router=\"r1\"} 2.0")
                    .contains(CollectorMetricNames.SESSIONS + "{state=\"UP\"} 0.0")
                    .contains(CollectorMetricNames.PRODUCE_LATENCY + "_bucket")
                    .contains(CollectorMetricNames.BMP_BACKPRESSURE);

            assertThat(((LoggerContext) LoggerFactory.getILoggerFactory()).getTurboFilterList())
                    .as("filters that run for each disabled log call")
                    .isEmpty();
        }
    }

    private static HttpResponse<String> get(String url) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
        }
    }
}
