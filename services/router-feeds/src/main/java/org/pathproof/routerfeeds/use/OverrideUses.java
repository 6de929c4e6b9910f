// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.pathproof.contracts.v1.Session;
import org.pathproof.feeds.override.OverrideChange;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.routerfeeds.bgp.AnnouncementListener;
import org.pathproof.routerfeeds.runtime.FeedThread;
import org.pathproof.verdictstore.input.ChangeListener;
import org.pathproof.verdictstore.input.Position;
import org.pathproof.verdictstore.store.RouteChange;
import org.pathproof.verdictstore.store.RouteLookup;
import org.pathproof.verdictstore.store.SessionChange;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.wire.Prefix;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Knows for each announced override if its router uses it. A change of a row of the prefix, of the views of the router
 * or of its BGP session decides again about the override; a thread decides at the end of the timeout. The work is
 * proportional to these changes, and memory to the number of overrides. Thread-safe.
 */
public final class OverrideUses implements AnnouncementListener, ChangeListener, SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(OverrideUses.class);
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(250);

    private final RouteLookup table;
    private final Duration timeout;
    private final Set<Integer> speakers;
    private final Predicate<String> established;
    private final BooleanSupplier delayed;
    private final OverrideDecisions decisions;
    private final Clock clock;
    private final FeedThread thread;

    /** Prefixes with an override of any router, with the number of these routers. */
    private final Map<Prefix, Integer> overridden = new ConcurrentHashMap<>();
    /** Prefixes of which a row changed since the last step. */
    private final Set<Prefix> changedRows = ConcurrentHashMap.newKeySet();

    private volatile boolean sessionsChanged = true;
    private volatile boolean complete;
    /** Announcements since the last step, by router and prefix. Guarded by itself. */
    private final Map<OverrideAt, Announced> announced = new LinkedHashMap<>();

    // Guarded by this object.

    private final Map<SessionSelector, RouterUse> routers = new HashMap<>();
    private final Map<String, RouterUse> byName = new HashMap<>();
    private final Deadlines deadlines = new Deadlines();
    private final PrefixRows rows;
    private Fallback fallback = new Fallback(UnusablePaths.NONE);

    private record Announced(Optional<RouteAttributes> attributes, Instant time) {}

    /**
     * @param selectors routers with a BGP session
     * @param speakers BGP Identifiers of Pathproof
     * @param established true for the routers whose BGP session is established
     * @param delayed true while the table may be behind the routers
     */
    OverrideUses(
            RouteLookup table,
            Collection<SessionSelector> selectors,
            Set<Integer> speakers,
            Duration timeout,
            Predicate<String> established,
            BooleanSupplier delayed,
            OverrideDecisions decisions,
            Clock clock) {
        this.table = table;
        this.rows = new PrefixRows(table);
        this.timeout = timeout;
        this.speakers = Set.copyOf(speakers);
        this.established = established;
        this.delayed = delayed;
        this.decisions = decisions;
        this.clock = clock;
        selectors.forEach(selector -> {
            RouterUse use = new RouterUse();
            routers.put(selector, use);
            byName.put(selector.text(), use);
        });
        thread = new FeedThread("override-use", clock, CHECK_INTERVAL, this::stepOrPass);
    }

    /** Sets the receiver of paths that routers do not use. Call it before {@link #start}. */
    synchronized void setUnusablePaths(UnusablePaths output) {
        fallback = new Fallback(output);
    }

    /** Returns the time after which an override that is not shown counts as not in use. */
    public Duration timeout() {
        return timeout;
    }

    @Override
    public boolean isEnabled() {
        return !routers.isEmpty();
    }

    @Override
    public void onOverrides(String router, List<OverrideChange> changes) {
        Instant now = clock.instant();
        synchronized (announced) {
            changes.forEach(change -> {
                OverrideAt at = new OverrideAt(router, change.prefix());
                announced.remove(at);
                announced.put(at, new Announced(change.attributes(), now));
            });
        }
        thread.wake();
    }

    @Override
    public void onComplete(Position position) {
        complete = true;
        sessionsChanged = true;
        thread.wake();
    }

    @Override
    public void onRestart() {
        complete = false;
        sessionsChanged = true;
        thread.wake();
    }

    @Override
    public void onChange(RouteChange change, Origin origin) {
        Prefix prefix = change.key().prefix();
        if (overridden.containsKey(prefix)) {
            changedRows.add(prefix);
        }
    }

    @Override
    public void onChange(SessionChange change, Origin origin) {
        sessionsChanged = true;
    }

    @Override
    public void onPollEnd() {
        if (sessionsChanged || !changedRows.isEmpty()) {
            thread.wake();
        }
    }

    @Override
    public void start() {
        if (isEnabled()) {
            thread.start();
        }
    }

    @Override
    public void stop() {
        thread.stop();
    }

    @Override
    public boolean isRunning() {
        return thread.isStarted();
    }

    private Instant stepOrPass(Instant now) {
        try {
            step(now);
        } catch (RuntimeException e) {
            log.error(getMarker("override-use-failed"), "finding the use of overrides failed; it is tried again", e);
            sessionsChanged = true;
        }
        return now.plus(CHECK_INTERVAL);
    }

    /** Takes up all changes, and decides about the overrides that they concern and those whose time has passed. */
    synchronized void step(Instant now) {
        Map<Prefix, Set<String>> due = new HashMap<>();
        takeUpAnnouncements(due, now);
        takeUpViews(due, now);
        for (Prefix prefix : List.copyOf(changedRows)) {
            changedRows.remove(prefix); // before its rows are read, so that a later change counts
            byName.forEach((router, use) -> {
                if (use.get(prefix) != null) {
                    add(due, new OverrideAt(router, prefix));
                }
            });
        }
        for (Optional<OverrideAt> at = deadlines.poll(now); at.isPresent(); at = deadlines.poll(now)) {
            add(due, at.get());
        }
        boolean late = delayed.getAsBoolean();
        due.forEach((prefix, names) -> {
            List<SeenPath> seen = complete ? rows.of(prefix) : List.of();
            names.forEach(name -> decide(new OverrideAt(name, prefix), seen, late, now));
        });
        fallback.retry(now);
    }

    private static void add(Map<Prefix, Set<String>> due, OverrideAt at) {
        due.computeIfAbsent(at.prefix(), ignored -> new HashSet<>()).add(at.router());
    }

    private void takeUpAnnouncements(Map<Prefix, Set<String>> due, Instant now) {
        Map<OverrideAt, Announced> changes;
        synchronized (announced) {
            changes = new LinkedHashMap<>(announced);
            announced.clear();
        }
        changes.forEach((at, change) -> {
            RouterUse router = byName.get(at.router());
            if (router == null) {
                return;
            }
            if (change.attributes().isEmpty()) {
                withdraw(router, at);
                return;
            }
            AnnouncedOverride announcement =
                    new AnnouncedOverride(change.attributes().get(), change.time());
            TrackedOverride known = router.get(at.prefix());
            if (known == null) {
                overridden.merge(at.prefix(), 1, Integer::sum);
                router.add(at.prefix(), new TrackedOverride(announcement));
            } else {
                router.change(known, override -> override.announce(announcement));
            }
            if (fallback.hasExcluded(at, now)) {
                decisions.announced(at.router(), at.prefix()).ifPresent(path -> fallback.announce(at, path, now));
            }
            add(due, at);
        });
    }

    private void withdraw(RouterUse router, OverrideAt at) {
        if (router.get(at.prefix()) != null) {
            router.remove(at.prefix());
            overridden.computeIfPresent(at.prefix(), (prefix, count) -> count == 1 ? null : count - 1);
            deadlines.set(at, null);
        }
    }

    /** Decides again about all overrides of the routers whose views or BGP session changed. */
    private void takeUpViews(Map<Prefix, Set<String>> due, Instant now) {
        Set<String> changed = new HashSet<>();
        byName.forEach((name, use) -> {
            boolean up = established.test(name);
            if (use.setEstablished(up)) {
                changed.add(name);
                if (up) {
                    use.overrides().values().forEach(override -> override.restart(now));
                }
            }
        });
        if (sessionsChanged) {
            sessionsChanged = false; // before the sessions are read
            rows.clear();
            List<Session> sessions = new ArrayList<>();
            if (complete) {
                table.sessionViews().forEach(view -> view.session().ifPresent(sessions::add));
            }
            TellingViews.of(routers.keySet(), speakers, sessions).forEach((selector, views) -> {
                RouterUse use = routers.get(selector);
                if (use != null && use.setViews(views)) {
                    changed.add(selector.text());
                }
            });
        }
        byName.forEach((name, use) -> {
            if (changed.contains(name)) {
                use.overrides().keySet().forEach(prefix -> add(due, new OverrideAt(name, prefix)));
            }
        });
    }

    private void decide(OverrideAt at, List<SeenPath> seen, boolean late, Instant now) {
        RouterUse router = byName.get(at.router());
        TrackedOverride override = router == null ? null : router.get(at.prefix());
        if (router == null || override == null) {
            return;
        }
        RouterViews views = router.views();
        AnnouncedOverride announcement = override.announcement();
        Evidence found = UseRules.of(
                views,
                announcement,
                at.prefix(),
                seen,
                session -> rows.hasFamily(session, at.prefix().afi()));
        UseState before = override.state();
        UseState next = override.next(found, router.isEstablished(), late, timeout, now);
        UnusedReason reason = next == UseState.NOT_IN_USE
                ? router.isEstablished()
                        ? UnusedReason.of(views, announcement, found, seen, router.usesNextHopOf(override))
                        : UnusedReason.SESSION_DOWN
                : null;
        UsedPath used = next == UseState.NOT_IN_USE
                ? PrefixRows.used(views, found, seen).orElse(null)
                : null;
        router.change(override, changed -> changed.apply(next, found, reason, used, now));
        follow(at, router, override, before, now);
    }

    /** Acts on a decision: sets the next deadline, and excludes the path of an override that is not used in time. */
    private void follow(OverrideAt at, RouterUse router, TrackedOverride override, UseState before, Instant now) {
        UnusedReason reason = override.reason();
        boolean overdue = override.isOverdue(timeout, now);
        router.setUnused(at.prefix(), overdue && reason != null && reason.isOfPath());
        if (reason != null && overdue && reason.isOfPath()) {
            decisions.announced(at.router(), at.prefix()).ifPresent(path -> exclude(at, path, reason, now));
        } else if (override.state() == UseState.IN_USE && before != UseState.IN_USE) {
            fallback.succeed(at, now);
        }
        boolean waits = override.state() == UseState.PENDING || override.state() == UseState.NOT_IN_USE && !overdue;
        deadlines.set(at, !waits ? null : overdue ? now.plus(CHECK_INTERVAL) : override.deadline(timeout));
    }

    private void exclude(OverrideAt at, CandidatePath.Key path, UnusedReason reason, Instant now) {
        if (fallback.exclude(at, path, reason, now)) {
            log.warn(
                    getMarker("override-not-in-use"),
                    "override not in use: router={} prefix={} path={} reason={}",
                    at.router(),
                    at.prefix(),
                    path,
                    reason.label());
        }
    }

    /** Returns the use of an override; empty if none is announced to the router. */
    public synchronized Optional<OverrideUse> use(String router, Prefix prefix) {
        RouterUse use = byName.get(router);
        TrackedOverride override = use == null ? null : use.get(prefix);
        return use == null || override == null ? Optional.empty() : Optional.of(override.use(use.views()));
    }

    /** Returns the names of the routers to which overrides are announced, in order. */
    public List<String> routers() {
        return byName.keySet().stream().sorted().toList();
    }

    /** Returns the counts of a router; zeros for a router without a BGP session. */
    public synchronized UseCounts counts(String router) {
        RouterUse use = byName.get(router);
        return use == null ? UseCounts.NONE : use.counts();
    }

    /** Returns the number of overrides of a router that are not in use for a reason. */
    public synchronized int unused(String router, UnusedReason reason) {
        RouterUse use = byName.get(router);
        return use == null ? 0 : use.unused(reason);
    }

    /**
     * Returns the prefixes of a router whose override was not in use for the whole timeout, with the reason. A prefix
     * whose path is excluded since then stays, until the router uses an override with another path, or needs none.
     */
    public synchronized Map<Prefix, UnusedReason> unprotected(String router) {
        RouterUse use = byName.get(router);
        if (use == null) {
            return Map.of();
        }
        Map<Prefix, UnusedReason> prefixes = new TreeMap<>(fallback.excluded(router, clock.instant()));
        prefixes.keySet().removeIf(prefix -> {
            TrackedOverride override = use.get(prefix);
            return override == null ? !decisions.isNeeded(router, prefix) : override.state() == UseState.IN_USE;
        });
        prefixes.putAll(use.unused());
        return prefixes;
    }

    /** Returns the advice for a router with overrides of which no view tells; empty if each override is told. */
    public synchronized Optional<String> advice(String router) {
        RouterUse use = byName.get(router);
        return use == null || use.counts().unknown() == 0
                ? Optional.empty()
                : Optional.of(use.views().advice());
    }
}
