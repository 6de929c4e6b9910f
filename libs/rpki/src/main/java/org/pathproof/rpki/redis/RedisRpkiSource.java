// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

import static org.slf4j.MarkerFactory.getMarker;

import io.lettuce.core.RedisException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiFeed;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.RpkiSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the RPKI set in Redis. After {@link #start} a thread loads the snapshot and reads the changes.
 *
 * <p>After a gap in the changes, the thread loads the set again and publishes the difference. While Redis is
 * unreachable, the set stays in force and the thread reconnects every second. If Redis has no data afterwards, the set
 * stays in force until a complete one is published. The Expire Interval of the set goes on in both cases.
 */
public final class RedisRpkiSource implements RpkiSource {
    private static final Logger log = LoggerFactory.getLogger(RedisRpkiSource.class);
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final RpkiConnector connector;
    private final RpkiFeed feed = new RpkiFeed("rpki-redis-changes");
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread follower;
    private volatile Status status = new Status(false, null, "Redis has not responded yet");
    private volatile @Nullable Expiry expiry;
    private @Nullable RpkiSnapshot set;

    /**
     * The end of the Expire Interval.
     *
     * @param named the time as the writer names it
     * @param nanos the same time as {@link System#nanoTime}, so that no clock that is set anew changes it
     */
    private record Expiry(Instant named, long nanos) {
        Duration remaining() {
            return Duration.ofNanos(nanos - System.nanoTime());
        }
    }

    /**
     * Creates a follower.
     *
     * @param uri for example {@code redis://host:6379/0}
     */
    public RedisRpkiSource(String uri) {
        this(RedisAddress.of(uri));
    }

    /** Creates a follower. */
    public RedisRpkiSource(RedisAddress address) {
        connector = new RpkiConnector(address, RpkiKeys.DEFAULT);
        follower = Thread.ofPlatform().name("rpki-redis").daemon().unstarted(this::run);
    }

    /**
     * Starts to follow, even if Redis is unreachable. The method may be called once.
     *
     * @return this
     */
    public RedisRpkiSource start() {
        follower.start();
        return this;
    }

    @Override
    public Optional<RpkiSet> current() {
        return feed.current();
    }

    @Override
    public void onChange(Consumer<RpkiChange> listener) {
        feed.onChange(listener);
    }

    @Override
    public Status status() {
        Status now = status;
        Expiry end = expiry;
        if (end == null) {
            return now;
        }
        Duration remaining = end.remaining();
        boolean explained = now.problem() != null || remaining.isPositive();
        return new Status(
                now.connected(),
                now.lastUpdate(),
                explained
                        ? now.problem()
                        : "the RPKI data expired at " + end.named() + ": no source has confirmed it since",
                Instant.now().plus(remaining));
    }

    @Override
    public void close() {
        closed.countDown();
        connector.close();
        feed.close();
    }

    private void run() {
        boolean lost = false;
        while (isOpen()) {
            try (RpkiStore store = connector.connect()) {
                if (lost) {
                    log.info("Redis is reachable again");
                    lost = false;
                }
                follow(store);
            } catch (RedisException | IllegalArgumentException e) {
                if (isOpen()) {
                    String problem = e instanceof RedisException
                            ? "Redis is unreachable (" + rootMessage(e) + "); "
                                    + (set == null ? "no RPKI data yet" : "the last set stays in force")
                            : String.valueOf(e.getMessage());
                    status = new Status(false, status.lastUpdate(), problem);
                    if (!lost) {
                        log.warn(getMarker("redis-rpki-problem"), "RPKI set in Redis: problem=\"{}\"", problem);
                    }
                    lost = true;
                }
            } catch (IllegalStateException e) { // the client was shut down concurrently
                if (isOpen()) {
                    log.error(getMarker("rpki-follower-failed"), "RPKI follower failed, restarting", e);
                }
            }
            pause();
        }
    }

    private void follow(RpkiStore store) {
        String position = resync(store);
        boolean matched = true;
        while (isOpen()) {
            List<RpkiStore.Change> changes = store.await(position);
            for (RpkiStore.Change change : changes) {
                position = change.id();
                RpkiSnapshot before = set;
                RpkiChange next = before == null ? null : RpkiStore.apply(before, change);
                if (next == null) { // a gap, a large change, or another session
                    position = resync(store);
                    break;
                }
                publish(next);
            }
            boolean matches = headMatches(store);
            if (!matches && !matched && changes.isEmpty()) { // the head differs twice in a row without a pending change
                position = resync(store);
                matches = true;
            }
            matched = matches;
        }
    }

    /**
     * Loads the set in force and returns the stream position from which to follow. The current set stays when Redis has
     * none.
     */
    private String resync(RpkiStore store) {
        while (isOpen()) {
            RpkiStore.Loaded loaded = store.load();
            if (loaded != null) {
                RpkiSnapshot before = set;
                if (before == null
                        || before.sessionId() != loaded.set().sessionId()
                        || !before.serial().equals(loaded.set().serial())) {
                    publish(RpkiSnapshot.change(before, loaded.set()));
                    log.info("RPKI data loaded from Redis: {}", loaded.set());
                }
                confirm(loaded.head(), store.time());
                return loaded.position();
            }
            if (store.head() == null) {
                recordMissingSet();
                return "0-0";
            }
            pause(); // the set was replaced while it was read
        }
        return "0-0";
    }

    private boolean headMatches(RpkiStore store) {
        Head head = store.head();
        if (head == null) {
            recordMissingSet();
            return true;
        }
        RpkiSnapshot current = set;
        if (current == null
                || head.session() != current.sessionId()
                || !head.serial().equals(current.serial())) {
            return false;
        }
        confirm(head, store.time());
        return true;
    }

    private void confirm(Head head, @Nullable Instant redisTime) {
        Duration remaining = head.remaining(redisTime, Instant.now());
        Instant named = head.expires();
        expiry = remaining == null || named == null ? null : new Expiry(named, System.nanoTime() + remaining.toNanos());
        status = new Status(true, head.updated(), null);
    }

    private void recordMissingSet() {
        status = new Status(
                true,
                status.lastUpdate(),
                set == null
                        ? "Redis has no RPKI data yet"
                        : "Redis has lost the RPKI data; the last set stays in force");
    }

    private void publish(RpkiChange change) {
        set = (RpkiSnapshot) change.after();
        feed.publish(change);
    }

    private boolean isOpen() {
        return closed.getCount() > 0;
    }

    private void pause() {
        try {
            if (closed.await(RETRY.toMillis(), TimeUnit.MILLISECONDS)) {
                log.debug("RPKI follower ends");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closed.countDown();
        }
    }

    private static String rootMessage(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }
}
