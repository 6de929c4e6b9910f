// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.access.AuditLog;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** Tests that the limits of a request follow from its endpoint, whatever the text of its path is. */
final class RequestKindTest {
    @ParameterizedTest
    @CsvSource({
        "EVENTS, GET, /api/v1/events",
        "EVENTS, GET, /api/v1/%65vents",
        "EVENTS, GET, /api/v1/event%73",
        "EVENTS, GET, /%61pi/v1/events",
        "EVENTS, GET, /api/v1/events;x=1",
        "EVENTS, GET, /api;a/v1;b/events;c",
        "EXPORT, GET, /api/v1/export/frr",
        "EXPORT, POST, /api/v1/%65xport/frr",
        "EXPORT, GET, /api/v1/export/%66rr",
        "VALIDATION, POST, /api/v1/verify",
        "VALIDATION, POST, /api/v1/%76erify",
        "VALIDATION, POST, /api/v1/verif%79;x",
        "PROBE, GET, /api/v1/health",
        "PROBE, HEAD, /actuator/health/liveness",
        "PROBE, GET, /actuator/%68ealth",
        "OTHER, POST, /api/v1/health",
        "OTHER, GET, /api/v1/healthy",
        "OTHER, GET, /actuator/health.json",
        "OTHER, GET, /actuator/healthx",
        "OTHER, GET, /api/v1/exports",
        "OTHER, GET, /api/v1/verifyx",
        // The dispatcher finds no endpoint for these.
        "OTHER, GET, /api/v1/events/",
        "OTHER, GET, //api/v1/events",
        "OTHER, GET, /api//v1/events",
        "OTHER, GET, /api/v1/./events",
        "OTHER, GET, /api/v1/x/../events",
        "OTHER, GET, /api/v1/x/%2e%2e/events",
        "OTHER, GET, /api/v1%2fevents",
        "OTHER, GET, /API/v1/events",
        "OTHER, GET, /api/v1/%2565vents",
    })
    void theKindIsThatOfTheEndpoint(RequestKind kind, String method, String path) {
        assertThat(RequestKind.of(new MockHttpServletRequest(method, path))).isEqualTo(kind);
    }

    /** One address holds places by an encoded path. Its next request waits, and another address enters. */
    @Test
    void anEncodedPathTakesAPlaceOfItsGate() throws Exception {
        RequestGate gate = new RequestGate(8, 8, new AuditLog());
        CountDownLatch entered = new CountDownLatch(2);
        CountDownLatch end = new CountDownLatch(1);
        Runnable holder = () -> pass(gate, "127.0.0.1", "/api/v1/%76erify", () -> {
            entered.countDown();
            await(end);
        });
        Thread first = Thread.ofVirtual().start(holder);
        Thread second = Thread.ofVirtual().start(holder);
        try {
            await(entered);
            assertThat(pass(gate, "127.0.0.1", "/api/v1/verify", () -> {})).isEqualTo(429);
            assertThat(pass(gate, "127.0.0.2", "/api/v1/verify", () -> {})).isEqualTo(200);
            assertThat(pass(gate, "127.0.0.1", "/api/v1/summary", () -> {})).isEqualTo(200);
        } finally {
            end.countDown();
        }
        assertThat(first.join(Duration.ofSeconds(30))).isTrue();
        assertThat(second.join(Duration.ofSeconds(30))).isTrue();
        assertThat(pass(gate, "127.0.0.1", "/api/v1/verify", () -> {})).isEqualTo(200);
    }

    private static int pass(RequestGate gate, String address, String path, Runnable work) {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", path);
        request.setRemoteAddr(address);
        MockHttpServletResponse response = new MockHttpServletResponse();
        try {
            gate.doFilter(request, response, (_, _) -> work.run());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return response.getStatus();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
