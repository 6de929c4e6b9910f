// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.pathproof.access.AuditLog;
import org.pathproof.policyapi.RunningApi;
import org.slf4j.LoggerFactory;
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
    void auditLogIsBoundedAndKeepsItsForm() {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger logger = (Logger) LoggerFactory.getLogger(AuditLog.LOGGER);
        logger.addAppender(lines);
        try {
            AuditLog audit = new AuditLog(now::get);
            MockHttpServletRequest request = new MockHttpServletRequest("GET", "/a b\n=x");
            for (int i = 0; i < AuditLog.MAX_PER_MINUTE + 7; i++) {
                audit.refused(request, 401, "no-token");
            }
            assertThat(lines.list).hasSize(AuditLog.MAX_PER_MINUTE);
            now.addAndGet(TimeUnit.SECONDS.toNanos(61));
            audit.refused(request, 403, "role-too-low");
            assertThat(lines.list.getLast().getFormattedMessage())
                    .isEqualTo("event=refused status=403 reason=role-too-low address=127.0.0.1 client=- method=GET"
                            + " path=/a_b\\u000a_x suppressed=7");
        } finally {
            logger.detachAppender(lines);
        }
    }
}
