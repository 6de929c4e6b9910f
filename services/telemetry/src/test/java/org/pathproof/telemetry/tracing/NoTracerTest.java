// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Tests that a service without an endpoint loads no class of OpenTelemetry. */
final class NoTracerTest {
    /** Traces routes without an endpoint, in a JVM of its own. */
    static final class Program {
        public static void main(String[] arguments) {
            SimpleMeterRegistry meters = new SimpleMeterRegistry();
            try (RouteTracer tracer = RouteTracers.of(TracingSettings.OFF, TracedService.VALIDATOR, meters)) {
                byte[] header = new TraceContext("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7").toHeader();
                System.out.println("on=" + tracer.isOn()
                        + " started=" + (tracer.start(TraceNames.VALIDATE, new byte[] {1, 1, 0}, 1) != null)
                        + " continued=" + (tracer.continued(header) != null)
                        + " meters=" + meters.getMeters().size());
            }
        }
    }

    @Test
    void withoutAnEndpointNoClassOfOpenTelemetryIsLoaded() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Program.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output)
                .contains("on=false started=false continued=false meters=0")
                .contains(RouteTracer.class.getName())
                .doesNotContain("io.opentelemetry");
    }
}
