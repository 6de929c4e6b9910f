// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.pathproof.access.AuditLog;
import org.pathproof.policyapi.RunningApi;
import org.springframework.mock.web.MockHttpServletRequest;

/** Tests the limits of requests per second, and the audit log of refusals. */
final class RequestRateTest {
    private final AtomicLong now = new AtomicLong();

    private int admitted(RequestRate rate, String client, int requests) {
        int admitted = 0;
        for (int i = 0; i < requests; i++) {
            admitted += rate.admits(client) ? 1 : 0;
        }
        return admitted;
    }

    @Test
    void admitsABurstAndThenTheRate() {
        RequestRate rate = new RequestRate(5, now::get);
        assertThat(admitted(rate, "a", 1_000)).isEqualTo(5 * RequestRate.BURST_SECONDS);
        now.addAndGet(TimeUnit.SECONDS.toNanos(2));
        assertThat(admitted(rate, "a", 1_000)).isEqualTo(10);
        assertThat(admitted(rate, "b", 1_000)).as("another client").isEqualTo(50);
        now.addAndGet(TimeUnit.HOURS.toNanos(1));
        assertThat(admitted(rate, "a", 1_000)).isEqualTo(50);
    }

    @Test
    void refusesRequestsBeyondTheRateWith429() {
        try (RunningApi api = new RunningApi("pathproof.policy-api.http.max-rate-per-client=1")) {
            int refused = 0;
            for (int i = 0; i < 100; i++) {
                refused += api.get("/api/v1/sessions").statusCode() == 429 ? 1 : 0;
            }
            assertThat(refused).isGreaterThan(10).isLessThan(100);
            assertThat(api.get("/actuator/health/liveness").statusCode())
                    .as("probes")
                    .isEqualTo(200);
        }
    }

    @Test
    void auditLogKeepsItsForm() {
        try (AuditLines recorded = new AuditLines()) {
            MockHttpServletRequest request = new MockHttpServletRequest("GET", "/a b\n=x");
            new AuditLog().logRefusal(request, 403, "role-too-low");
            assertThat(recorded.lines().getLast())
                    .isEqualTo("event=refused status=403 reason=role-too-low address=127.0.0.1 client=- method=GET"
                            + " path=/a_b\\u000a_x");
        }
    }
}
