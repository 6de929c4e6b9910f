// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.pathproof.telemetry.health.HealthPart;
import org.pathproof.telemetry.health.PartHealth;
import org.pathproof.wire.Plural;
import org.pathproof.wire.Prefix;

/**
 * Reports routers that do not use overrides. A router of which no view tells is no failure, but its overrides never
 * count as used.
 */
final class UseHealth implements HealthPart {
    private static final int MAX_NAMED = 5;
    private static final int MAX_PREFIXES = 3;

    private final OverrideUses uses;

    UseHealth(OverrideUses uses) {
        this.uses = uses;
    }

    @Override
    public String name() {
        return "override-use";
    }

    /** Returns the health of all routers; empty if no router has a BGP session. */
    @Override
    public Optional<PartHealth> health() {
        List<String> routers = uses.routers();
        if (routers.isEmpty()) {
            return Optional.empty();
        }
        List<String> problems = new ArrayList<>();
        List<String> hints = new ArrayList<>();
        int inUse = 0;
        int pending = 0;
        for (String router : routers) {
            UseCounts counts = uses.counts(router);
            inUse += counts.inUse();
            pending += counts.pending();
            problem(router).ifPresent(problems::add);
            uses.advice(router)
                    .ifPresent(advice -> hints.add("router " + router + ": of "
                            + Plural.of(counts.unknown(), "override") + " no view tells if it is in use: " + advice));
        }
        if (!problems.isEmpty()) {
            return Optional.of(PartHealth.failing(joined(problems)));
        }
        String used = Plural.of(inUse, "override is", "overrides are") + " in use";
        String waiting = pending == 0 ? "" : ", " + Plural.of(pending, "override") + " announced a short time ago";
        return Optional.of(PartHealth.ok(used + waiting + (hints.isEmpty() ? "" : "; " + joined(hints))));
    }

    private static String joined(List<String> parts) {
        String named = String.join("; ", parts.subList(0, Math.min(MAX_NAMED, parts.size())));
        int more = parts.size() - MAX_NAMED;
        return more > 0 ? named + "; and " + Plural.of(more, "more router") : named;
    }

    private Optional<String> problem(String router) {
        Map<Prefix, UnusedReason> unprotected = uses.unprotected(router);
        if (unprotected.isEmpty()) {
            return Optional.empty();
        }
        String named = unprotected.entrySet().stream()
                .limit(MAX_PREFIXES)
                .map(entry -> entry.getKey() + " (" + entry.getValue().label() + ": "
                        + entry.getValue().sentence() + ")")
                .collect(Collectors.joining(", "));
        int more = unprotected.size() - MAX_PREFIXES;
        return Optional.of("router " + router + " does not use "
                + Plural.of(unprotected.size(), "override") + ": " + named
                + (more > 0 ? ", and " + more + " more" : ""));
    }
}
