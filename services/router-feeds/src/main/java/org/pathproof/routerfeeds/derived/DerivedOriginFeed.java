// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.derived;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.origin.DerivedOrigins;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.feeds.policy.FeedNumbers;
import org.pathproof.routerfeeds.runtime.FeedLatency;
import org.pathproof.routerfeeds.runtime.FeedThread;
import org.pathproof.routerfeeds.settings.DerivedOriginSettings;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.verdictstore.input.ChangeListener;
import org.pathproof.verdictstore.input.Position;
import org.pathproof.verdictstore.input.VerdictTime;
import org.pathproof.verdictstore.store.RouteChange;
import org.pathproof.verdictstore.store.RouteLookup;
import org.pathproof.verdictstore.store.SessionChange;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.verdictstore.store.SessionView;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.Vrp;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Publishes the genuine RPKI set with marks for the pairs of prefix and origin AS whose every path is NOT_VALID, at
 * most once in {@link #SERIAL_INTERVAL}. An internal copy of a NOT_VALID path does not count as a path of its own.
 * Publishes the genuine set without marks while data may be out of date or the feeds are off, after an error, and above
 * the limit of differences. Without a port in the settings, no thread is started. Thread-safe.
 */
public final class DerivedOriginFeed implements ChangeListener, SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(DerivedOriginFeed.class);
    /** Interval of the checks for stale data. */
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(250);
    /** Minimum time between two serials, so that the history of the RTR server lasts for minutes. */
    static final Duration SERIAL_INTERVAL = Duration.ofMillis(250);

    private final DerivedOriginSettings settings;
    private final @Nullable SessionSelector router;
    private final RouteLookup table;
    private final RpkiSource genuine;
    private final Supplier<Set<Suspension>> reasons;
    private final Supplier<Set<Bytes>> connected;
    private final Supplier<Optional<FeedNumbers>> numbers;
    private final FeedLatency latency;
    private final LostRouters lostRouters;
    private final SeenPairs pairs;
    private final ChangedPrefixes changes = new ChangedPrefixes();
    private final DerivedRpki published;
    private final FeedThread thread;

    private volatile boolean complete;
    private volatile boolean rebuilt;
    private volatile boolean sessionsChanged;

    // Used by the thread of the feed only.
    private Set<Bytes> lost = Set.of();
    private boolean allRead;
    private boolean pairsChanged = true;
    private @Nullable RpkiSet publishedFrom;
    /** The oldest verdict that is not published yet; null without one. */
    private @Nullable VerdictTime oldest;

    private Instant nextSerial = Instant.MIN;
    private Optional<FeedNumbers> knownNumbers = Optional.empty();

    private volatile DerivedOriginStatus status =
            new DerivedOriginStatus(Set.of(Suspension.STARTING), false, 0, DerivedOrigins.NONE);

    /**
     * Creates the feed.
     *
     * @param genuine source of the genuine RPKI set
     * @param reasons returns the reasons for which the feed has no marks now
     * @param connected returns the hashes of the routers with a BMP connection
     * @param numbers returns the numbers by which overrides of Pathproof are recognised; empty for none
     * @param hold time without a BMP connection after which NOT_VALID routes of a router no longer cause marks
     * @param rtrSessionId RTR session id, 0 to 65535, other than that of the last start
     * @param latency receives the verdicts that caused serials
     * @throws IllegalArgumentException when the name of the router cannot be used
     */
    DerivedOriginFeed(
            DerivedOriginSettings settings,
            RouteLookup table,
            RpkiSource genuine,
            Supplier<Set<Suspension>> reasons,
            Supplier<Set<Bytes>> connected,
            Supplier<Optional<FeedNumbers>> numbers,
            Duration hold,
            Clock clock,
            int rtrSessionId,
            FeedLatency latency) {
        this.settings = settings;
        this.router = settings.router().isEmpty() ? null : SessionSelector.parse(settings.router());
        this.table = table;
        this.genuine = genuine;
        this.reasons = reasons;
        this.connected = connected;
        this.numbers = numbers;
        this.latency = latency;
        this.lostRouters = new LostRouters(hold);
        this.pairs = new SeenPairs(table);
        this.published = new DerivedRpki(rtrSessionId, genuine);
        this.thread = new FeedThread("derived-origins", clock, CHECK_INTERVAL, now -> {
            deriveOrPass(now);
            return now.plus(CHECK_INTERVAL);
        });
        if (isEnabled()) {
            genuine.onChange(change -> thread.wake());
        }
    }

    /** Returns true if the settings have a port for the feed. */
    @Override
    public boolean isEnabled() {
        return settings.isEnabled();
    }

    /** Returns the RPKI set of the feed, as the source of an RTR server. */
    public RpkiSource rpki() {
        return published;
    }

    /** Returns the current state. */
    public DerivedOriginStatus status() {
        return status;
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
        rebuilt = true;
        thread.wake();
    }

    @Override
    public void onChange(RouteChange change, Origin origin) {
        changes.add(change, VerdictTime.of(origin));
    }

    @Override
    public void onChange(SessionChange change, Origin origin) {
        sessionsChanged = true;
    }

    @Override
    public void onPollEnd() {
        if (sessionsChanged || !changes.isEmpty()) {
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
        published.close();
    }

    @Override
    public boolean isRunning() {
        return thread.isStarted();
    }

    /** Publishes the current set. After an error in Pathproof, publishes the genuine set, and reads the table again. */
    void deriveOrPass(Instant now) {
        try {
            derive(now);
        } catch (RuntimeException e) {
            log.error(
                    getMarker("derived-origins-failed"),
                    "deriving VRPs failed; the derived origin feed has genuine VRPs only",
                    e);
            rebuilt = true;
            sessionsChanged = true;
            withdrawMarks();
        }
    }

    /** Returns true if both are one object: each change of the RPKI data makes a new one. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(RpkiSet set, @Nullable RpkiSet other) {
        return set == other;
    }

    private void withdrawMarks() {
        status = new DerivedOriginStatus(Set.of(Suspension.STALE_VERDICTS), false, pairs.size(), DerivedOrigins.NONE);
        try {
            genuine.current().ifPresent(set -> published.publish(set, DerivedOrigins.NONE));
        } catch (RuntimeException e) {
            log.error(getMarker("derived-origins-stuck"), "the derived origin feed cannot publish the genuine VRPs", e);
        }
    }

    private void derive(Instant now) {
        if (rebuilt) {
            rebuilt = false;
            changes.clear();
            pairs.clear();
            allRead = false;
            pairsChanged = true;
        }
        Set<Suspension> suspensions = reasons.get();
        if (complete) {
            readSessions(now);
            oldest = older(oldest, changes.takeOldest()); // before the prefixes are taken
            pairsChanged |= changes.take(pairs::read);
        }
        RpkiSet set = genuine.current().orElse(null);
        if (set == null || !pairsChanged && isSame(set, publishedFrom) && suspensions.equals(status.suspensions())) {
            return;
        }
        if (now.isBefore(nextSerial)) {
            return; // the next check publishes
        }
        Optional<DerivedOrigins> derived =
                complete && suspensions.isEmpty() ? differences(set) : Optional.of(DerivedOrigins.NONE);
        boolean isNew = publish(set, suspensions, derived.isEmpty(), derived.orElse(DerivedOrigins.NONE));
        pairsChanged = false;
        VerdictTime cause = oldest;
        oldest = null;
        if (isNew) {
            nextSerial = now.plus(SERIAL_INTERVAL);
            if (cause != null) {
                latency.recordSerial(cause);
            }
        }
    }

    private static @Nullable VerdictTime older(@Nullable VerdictTime one, @Nullable VerdictTime other) {
        return one == null || other == null ? one == null ? other : one : one.older(other);
    }

    /** Marks all prefixes with a NOT_VALID route as changed if the sessions that count have changed. */
    private void readSessions(Instant now) {
        Collection<SessionView> views = table.sessionViews();
        Set<Bytes> lostNow = lostRouters.now(views, connected.get(), now);
        Optional<FeedNumbers> numbersNow = numbers.get();
        if (!sessionsChanged && allRead && lostNow.equals(lost) && numbersNow.equals(knownNumbers)) {
            return;
        }
        sessionsChanged = false; // before the sessions are read
        lost = lostNow;
        knownNumbers = numbersNow;
        if (pairs.sessions(CountedSessions.of(views, router, lost), numbersNow) || !allRead) {
            pairsChanged = true;
            changes.addSuspects();
            pairs.forEachNotValidPrefix(changes::suspect);
            allRead = true;
        }
    }

    /** Returns the differences from the genuine set; empty if there are too many. */
    private Optional<DerivedOrigins> differences(RpkiSet set) {
        int limit = settings.maxDifferences();
        if (pairs.size() > limit) {
            return Optional.empty();
        }
        Set<Vrp> contradicted = pairs.contradicted(set::covering);
        changes.watch(contradicted);
        return pairs.derive(set::covering, contradicted, limit);
    }

    /** Returns true if the feed has a new serial. */
    private boolean publish(RpkiSet set, Set<Suspension> suspensions, boolean overLimit, DerivedOrigins differences) {
        boolean isNew = published.publish(set, differences);
        publishedFrom = set;
        status = new DerivedOriginStatus(suspensions, overLimit, pairs.size(), differences);
        return isNew;
    }
}
