// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.pathproof.attack.site.StandaloneSite;
import tools.jackson.databind.JsonNode;

/**
 * Reads health every second and compares it with the canaries. {@code ok} is wrong while an announcement has waited
 * longer than {@link #MAX_BEHIND_S}. {@code failing} is wrong without a component that gives the reason. A missing
 * response is always wrong.
 */
public final class HealthWatch implements AutoCloseable {
    /**
     * Largest delay of the table, in seconds, with which health may say {@code ok}. The table may be
     * pathproof.policy-api.max-delay (2 s) behind the routers, and the delay of the collector is known from a heartbeat
     * of the last second.
     */
    public static final double MAX_BEHIND_S = 3;

    private static final double NANOS = 1e9;

    private final StandaloneSite site;
    private final Canaries canaries;
    private final List<Sample> samples = new ArrayList<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("health-watch").daemon().factory());
    private String phase = "start";

    /**
     * The health of one second.
     *
     * @param phase name of the current attack
     * @param status {@code ok}, {@code failing}, or {@code silent} without a response
     * @param reasons messages of failing components, with their names; blank for a component without a message
     * @param behind age of the oldest announcement that is not shown, in seconds; NaN if unknown
     */
    public record Sample(String phase, String status, List<String> reasons, double behind) {
        boolean isWrong() {
            return switch (status) {
                case "ok" -> behind > MAX_BEHIND_S;
                case "failing" -> reasons.isEmpty() || reasons.stream().anyMatch(String::isBlank);
                default -> true;
            };
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "[%s] health %s, table %.1f s behind %s", phase, status, behind, reasons);
        }
    }

    public HealthWatch(StandaloneSite site, Canaries canaries) {
        this.site = site;
        this.canaries = canaries;
    }

    /** Starts to read health. */
    public void start() {
        var _ = clock.scheduleAtFixedRate(this::sample, 0, 1, TimeUnit.SECONDS);
    }

    /** Sets the name of the current attack. */
    public synchronized void setPhase(String name) {
        phase = name;
    }

    private void sample() {
        String during;
        synchronized (this) {
            during = phase;
        }
        long asked = System.nanoTime();
        String status = "silent";
        List<String> reasons = new ArrayList<>();
        try {
            StandaloneSite.Answer answer = site.get("/api/v1/health");
            JsonNode health = answer.json();
            status = health.path("status").asString(status);
            health.path("components").forEachEntry((name, component) -> {
                if (!component.path("status").asString("").equals("ok")) {
                    String message = component.path("message").asString("");
                    reasons.add(message.isBlank() ? message : name + ": " + message);
                }
            });
        } catch (IOException | RuntimeException e) {
            reasons.add(e.toString());
        }
        double behind;
        try {
            // The canaries are read after health. An announcement that is missing now was also missing then.
            behind = Math.max(0, (asked - canaries.oldestUnseen()) / NANOS);
        } catch (IOException | RuntimeException e) {
            behind = Double.NaN;
        }
        synchronized (this) {
            samples.add(new Sample(during, status, List.copyOf(reasons), behind));
        }
    }

    /** Returns the latest sample, with status {@code silent} before the first. */
    public synchronized Sample latest() {
        return samples.isEmpty() ? new Sample(phase, "silent", List.of(), Double.NaN) : samples.getLast();
    }

    /** Returns the samples of an attack. */
    public synchronized List<Sample> of(String name) {
        return samples.stream().filter(s -> s.phase().equals(name)).toList();
    }

    /** Returns the samples with wrong health. */
    public synchronized List<Sample> wrongSamples() {
        return samples.stream().filter(Sample::isWrong).toList();
    }

    public synchronized int seconds() {
        return samples.size();
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
