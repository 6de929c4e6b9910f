// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.truth;

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
 * Asks for health every second and compares it with the canaries: {@code ok} while an announcement has waited longer than
 * {@link #MAX_BEHIND_S} is a lie, and so is {@code failing} without a component that says why.
 */
public final class HealthWatch implements AutoCloseable {
    /** Largest delay of the table, in seconds, with which health may say {@code ok}. */
    public static final double MAX_BEHIND_S = 2;

    private static final double NANOS = 1e9;

    private final StandaloneSite site;
    private final Canaries canaries;
    private final List<Sample> samples = new ArrayList<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("health-watch").daemon().factory());
    private String phase = "start";

    /**
     * One second.
     *
     * @param phase the attack that was under way
     * @param status {@code ok}, {@code failing}, or {@code silent} when there was no answer
     * @param reasons the messages of failing components
     * @param behind seconds that the oldest announcement that was not shown had waited when health was asked; NaN when unknown
     */
    public record Sample(String phase, String status, List<String> reasons, double behind) {
        boolean isLie() {
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

    /** Begins to ask. */
    public void start() {
        var _ = clock.scheduleAtFixedRate(this::sample, 0, 1, TimeUnit.SECONDS);
    }

    /** Names the attack that begins. */
    public synchronized void phase(String name) {
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
                    reasons.add(name + ": " + component.path("message").asString(""));
                }
            });
        } catch (IOException | RuntimeException e) {
            reasons.add(e.toString());
        }
        double behind;
        try {
            // Read after health was answered: what is not shown now was not shown then.
            behind = Math.max(0, (asked - canaries.oldestUnseen()) / NANOS);
        } catch (IOException | RuntimeException e) {
            behind = Double.NaN;
        }
        synchronized (this) {
            samples.add(new Sample(during, status, List.copyOf(reasons), behind));
        }
    }

    /** Returns the newest sample; one of status {@code silent} before the first. */
    public synchronized Sample latest() {
        return samples.isEmpty() ? new Sample(phase, "silent", List.of(), Double.NaN) : samples.getLast();
    }

    /** Returns the samples of an attack. */
    public synchronized List<Sample> of(String name) {
        return samples.stream().filter(s -> s.phase().equals(name)).toList();
    }

    /** Returns the samples in which health did not say the truth. */
    public synchronized List<Sample> lies() {
        return samples.stream().filter(Sample::isLie).toList();
    }

    public synchronized int seconds() {
        return samples.size();
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
