// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.wire.Prefix;

/**
 * Takes paths that a router does not use out of the choice, and lets each return after a time. The time doubles with
 * each failure, so that a path that never works is announced seldom. Not thread-safe.
 */
final class Fallback {
    /** Time after the first failure of a path until it may be announced again. */
    static final Duration FIRST_RETRY = Duration.ofMinutes(1);

    static final Duration LONGEST_RETRY = Duration.ofHours(1);
    /** Maximum number of prefixes with unusable paths. Overrides of further prefixes stay as they are. */
    static final int MAX_PREFIXES = 100_000;

    private final UnusablePaths output;
    private final Map<OverrideAt, Map<CandidatePath.Key, Failures>> failed = new HashMap<>();
    private Instant nextRetry = Instant.MAX;

    /**
     * Failures of a path.
     *
     * @param reason reason of the last failure
     * @param retryAt time from which the path may be announced again
     * @param forgetAt time from which the failures no longer count
     */
    private record Failures(int count, UnusedReason reason, Instant retryAt, Instant forgetAt) {
        boolean isUnusable(Instant now) {
            return now.isBefore(retryAt);
        }
    }

    Fallback(UnusablePaths output) {
        this.output = output;
    }

    /** Takes a path out of the choice. Returns false if it already is, or if there are too many. */
    boolean exclude(OverrideAt at, CandidatePath.Key path, UnusedReason reason, Instant now) {
        if (!failed.containsKey(at) && failed.size() >= MAX_PREFIXES) {
            return false;
        }
        Map<CandidatePath.Key, Failures> paths = failed.computeIfAbsent(at, ignored -> new HashMap<>());
        Failures before = paths.get(path);
        if (before != null && before.isUnusable(now)) {
            return false;
        }
        int count = before == null ? 1 : before.count() + 1;
        Duration wait = FIRST_RETRY.multipliedBy(1L << Math.min(count - 1, 10));
        wait = wait.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : wait;
        Instant retryAt = now.plus(wait);
        paths.put(path, new Failures(count, reason, retryAt, retryAt.plus(wait)));
        nextRetry = retryAt.isBefore(nextRetry) ? retryAt : nextRetry;
        publish(at, now);
        return true;
    }

    /** Returns true if a path of the prefix is out of the choice. */
    boolean hasExcluded(OverrideAt at, Instant now) {
        return failed.getOrDefault(at, Map.of()).values().stream().anyMatch(failures -> failures.isUnusable(now));
    }

    /** Reports that a path is announced. An excluded path has changed then, and can fail again. */
    void announce(OverrideAt at, CandidatePath.Key path, Instant now) {
        Map<CandidatePath.Key, Failures> paths = failed.getOrDefault(at, Map.of());
        Failures failures = paths.get(path);
        if (failures != null && failures.isUnusable(now)) {
            paths.put(path, new Failures(failures.count(), failures.reason(), now, failures.forgetAt()));
        }
    }

    /** Forgets the failures of all paths of a prefix that may be announced, because the router uses its override. */
    void succeed(OverrideAt at, Instant now) {
        Map<CandidatePath.Key, Failures> paths = failed.get(at);
        if (paths != null && paths.values().removeIf(failures -> !failures.isUnusable(now)) && paths.isEmpty()) {
            failed.remove(at);
        }
    }

    /** Lets the paths return whose time has passed. */
    void retry(Instant now) {
        if (now.isBefore(nextRetry)) {
            return;
        }
        Set<OverrideAt> changed = new HashSet<>();
        nextRetry = Instant.MAX;
        failed.forEach((at, paths) -> {
            for (Failures failures : paths.values()) {
                if (!failures.isUnusable(now)) {
                    changed.add(at);
                }
                Instant next = failures.isUnusable(now) ? failures.retryAt() : failures.forgetAt();
                nextRetry = next.isBefore(nextRetry) ? next : nextRetry;
            }
        });
        changed.forEach(at -> publish(at, now));
        failed.values().forEach(paths -> paths.values().removeIf(failures -> !now.isBefore(failures.forgetAt())));
        failed.values().removeIf(Map::isEmpty);
    }

    /** Returns the prefixes of a router with a path that is out of the choice, with the reason of one of them. */
    Map<Prefix, UnusedReason> excluded(String router, Instant now) {
        Map<Prefix, UnusedReason> excluded = new TreeMap<>();
        failed.forEach((at, paths) -> {
            if (at.router().equals(router)) {
                paths.values().stream()
                        .filter(failures -> failures.isUnusable(now))
                        .max(Comparator.comparing(Failures::retryAt))
                        .ifPresent(failures -> excluded.put(at.prefix(), failures.reason()));
            }
        });
        return excluded;
    }

    private void publish(OverrideAt at, Instant now) {
        Set<CandidatePath.Key> unusable = new HashSet<>();
        failed.getOrDefault(at, Map.of()).forEach((path, failures) -> {
            if (failures.isUnusable(now)) {
                unusable.add(path);
            }
        });
        output.replace(at.router(), at.prefix(), Set.copyOf(unusable));
    }
}
