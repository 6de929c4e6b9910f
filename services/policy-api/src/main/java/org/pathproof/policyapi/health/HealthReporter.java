// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.telemetry.health.HealthPart;
import org.pathproof.verdictstore.input.LoadProgress;
import org.pathproof.verdictstore.input.PipelineStatus;
import org.pathproof.verdictstore.input.StoreInputStatus;
import org.pathproof.verdictstore.input.StoreStatus;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.wire.Plural;

/**
 * Reports the health of all parts, for operators. While a part fails, responses use its last data. The dashboard shows
 * the report for the whole process. Actuator shows the report for this service.
 */
public final class HealthReporter {
    private final StoreStatus status;
    private final RouteTable table;
    private final RpkiSource rpki;
    private final List<HealthPart> parts;
    private final Supplier<Map<String, Component>> others;

    /**
     * @param parts further parts of this service, such as the RTR server
     * @param others parts of other services in the same process, by name
     */
    public HealthReporter(
            StoreStatus status,
            RouteTable table,
            RpkiSource rpki,
            List<HealthPart> parts,
            Supplier<Map<String, Component>> others) {
        this.status = status;
        this.table = table;
        this.rpki = rpki;
        this.parts = List.copyOf(parts);
        this.others = others;
    }

    /**
     * The health of all parts.
     *
     * @param status {@code ok} if every part is ok
     */
    @Schema(name = "Health")
    public record Report(String status, Map<String, Component> components) {
        public boolean ok() {
            return status.equals("ok");
        }
    }

    /**
     * The health of a part.
     *
     * @param status {@code ok} or {@code failing}
     * @param message the state or the fault
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Component(
            String status,
            String message,
            @Nullable Long lag,
            @JsonProperty("last_update") @Nullable String lastUpdate) {
        public static Component of(boolean ok, String message) {
            return new Component(ok ? "ok" : "failing", message, null, null);
        }

        public boolean ok() {
            return status.equals("ok");
        }
    }

    /** Returns the report for this service. */
    public Report own() {
        Map<String, Component> components = new LinkedHashMap<>();
        StoreInputStatus feed = status.input();
        components.put("kafka", kafka(feed));
        PipelineStatus behind = status.pipeline();
        components.put("validation", validation(behind));
        components.put("store", store(feed, behind));
        SessionsHealth sessions = SessionsHealth.of(table, status::hasPassed);
        components.put("sessions", Component.of(sessions.ok(), sessions.message()));
        components.put("rpki", rpki());
        components.put("keys", keys());
        parts.forEach(part -> part.health()
                .ifPresent(health -> components.put(part.name(), Component.of(health.ok(), health.message()))));
        return report(components);
    }

    /** Returns the report for all services in this process. */
    public Report all() {
        // The other services report first. When the collector reports ready, it has written the records of lost
        // sessions, so the records are in Kafka before this service reports.
        Map<String, Component> otherServices = others.get();
        Map<String, Component> components = new LinkedHashMap<>(own().components());
        components.putAll(otherServices);
        return report(components);
    }

    private static Report report(Map<String, Component> components) {
        boolean ok = components.values().stream().allMatch(Component::ok);
        return new Report(ok ? "ok" : "failing", components);
    }

    private static Component kafka(StoreInputStatus feed) {
        String problem = feed.problem();
        return new Component(
                problem == null ? "ok" : "failing",
                problem == null ? "verdicts and sessions are being read" : problem,
                null,
                text(feed.lastContact()));
    }

    private static Component validation(PipelineStatus behind) {
        String problem = behind.problem();
        if (problem != null) {
            return Component.of(false, problem);
        }
        long unvalidated = behind.unvalidated();
        Duration delay = behind.validating();
        if (delay == null) {
            return new Component(
                    "failing",
                    Plural.of(unvalidated, "route event is", "route events are")
                            + " not validated yet, including some from before the start",
                    unvalidated,
                    null);
        }
        if (delay.isZero()) {
            return new Component("ok", "all route events are validated", unvalidated, null);
        }
        return new Component(
                behind.validatingLate() ? "failing" : "ok",
                Plural.of(unvalidated, "route event is", "route events are")
                        + " not validated yet, the oldest for up to " + seconds(delay),
                unvalidated,
                null);
    }

    private Component store(StoreInputStatus feed, PipelineStatus behind) {
        if (!feed.ready()) {
            return new Component(
                    "failing",
                    "the verdict store is being built: " + Plural.of(feed.remaining(), "record is", "records are")
                            + " not read yet" + slowest(status.loading()),
                    feed.remaining(),
                    null);
        }
        List<String> words = new ArrayList<>();
        words.add(Plural.of(table.size(), "verdict") + " of "
                + Plural.of(table.sessionViews().size(), "session"));
        if (feed.rejected() > 0) {
            words.add(Plural.of(feed.rejected(), "record")
                    + " could not be decoded: find the offset and the error in the log");
        }
        String gap = table.gapProblem();
        if (!gap.isEmpty()) {
            words.add(gap);
        }
        Duration delay = behind.reading();
        if (delay == null) {
            words.add("the lag of the store behind Kafka is not known yet");
        } else if (!delay.isZero()) {
            words.add(Plural.of(behind.unread(), "record") + " behind Kafka, by up to " + seconds(delay));
        }
        Duration table = behind.table();
        if (behind.tableLate() && table != null && table.compareTo(delay == null ? Duration.ZERO : delay) > 0) {
            words.add(
                    "the table is up to " + seconds(table)
                            + " behind the routers: the delays of collectors, validators and store together exceed pathproof.policy-api.max-delay");
        }
        if (!behind.caughtUp()) {
            words.add("some verdicts on route events from before the start are not read yet");
        }
        boolean ok = feed.rejected() == 0
                && gap.isEmpty()
                && !behind.readingLate()
                && !behind.tableLate()
                && behind.caughtUp();
        return new Component(
                ok ? "ok" : "failing", String.join("; ", words), behind.unread() < 0 ? null : behind.unread(), null);
    }

    /** Returns words about the partition of which the least part was read. */
    private static String slowest(LoadProgress loading) {
        long complete = loading.partitions().stream().filter(p -> p.left() == 0).count();
        return loading.partitions().stream()
                .filter(p -> p.left() > 0)
                .min(Comparator.comparingInt(LoadProgress.Partition::percent))
                .map(least -> "; " + complete + " of "
                        + Plural.of(loading.partitions().size(), "partition is", "partitions are")
                        + " complete, partition " + least.number() + " is at " + least.percent() + " %")
                .orElse("");
    }

    private static String seconds(Duration delay) {
        return String.format(Locale.ROOT, "%.1f s", delay.toMillis() / 1000.0);
    }

    private Component rpki() {
        RpkiSource.Status status = rpki.status();
        String problem = status.problem();
        boolean ok = status.connected() && problem == null;
        String message = problem != null
                ? problem
                : status.connected()
                        ? "Redis is connected and the RPKI set is current"
                        : "Redis cannot be reached; the last set stays in force";
        return new Component(ok ? "ok" : "failing", message, null, text(status.lastUpdate()));
    }

    private Component keys() {
        return rpki.current()
                .map(set -> Component.of(
                        true,
                        Plural.of(set.allRouterKeys().size(), "router key") + ", "
                                + Plural.of(set.allVrps().size(), "VRP") + " and "
                                + Plural.of(set.allAspas().size(), "ASPA") + " at serial " + set.serial()))
                .orElseGet(() -> Component.of(false, "no complete RPKI set was read yet: no path can be validated"));
    }

    private static @Nullable String text(@Nullable Instant instant) {
        return instant == null ? null : instant.toString();
    }
}
