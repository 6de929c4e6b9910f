// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.refusals;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.TopicProvisioner;
import org.pathproof.contracts.TopicSettings;
import org.pathproof.contracts.Topics;
import org.pathproof.policyapi.rest.NotReadyException;
import org.pathproof.verdictstore.input.ChangeListener;
import org.pathproof.verdictstore.input.ConsumerThread;
import org.pathproof.verdictstore.input.KafkaTopics;
import org.pathproof.verdictstore.input.Position;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteChange;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.SessionChange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Remembers refused routes that exports list, until the reason of each ends. All replicas read the same topic, and each
 * replica writes to it. Equal records of several replicas have the effect of one. Thread-safe.
 */
public final class RefusalMemory implements RememberedRoutes, ChangeListener, SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(RefusalMemory.class);
    private static final TopicPartition PARTITION = new TopicPartition(Topics.REFUSALS, 0);
    private static final String CLIENT = "pathproof-policy-api-refusals";
    private static final Duration POLL_TIMEOUT = Duration.ofMillis(250);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
    /** Interval in which Kafka must respond. */
    private static final Duration CONTACT_INTERVAL = Duration.ofSeconds(2);
    /** Time between two checks for each remembered route, so that checks use a bounded share of a processor. */
    private static final Duration CHECK_INTERVAL_PER_ROUTE = Duration.ofNanos(250_000);

    private final KafkaTopics topics;
    private final TopicSettings layout;
    private final RefusedRoutes routes = new RefusedRoutes();
    private final RefusalCheck check;
    private final int maxRoutes;
    private final Clock clock;
    private final RefusalWriter writer;
    private final ConsumerThread thread;
    /** Routes whose neighbor announced an accepted path since the last check. */
    private final Set<RouteKey> accepted = ConcurrentHashMap.newKeySet();
    /** Routes that an export listed, until they are read back. */
    private final Set<RouteKey> written = ConcurrentHashMap.newKeySet();

    private volatile boolean complete;
    /** Number of times that the table was emptied. */
    private volatile int restarts;

    private volatile boolean ready;
    /** True after the first check: the remembered routes have their sessions. */
    private volatile boolean checked;

    private volatile boolean started;
    private volatile @Nullable String problem;
    private volatile @Nullable Instant omitted;
    /** Used by the memory's thread only, as the field below. */
    private long next;

    private boolean provisioned;
    private boolean changed = true;
    private long lastCheck;

    /**
     * Creates the memory without starting it.
     *
     * @param check compares the refused routes with the table
     * @param maxRoutes maximum number of remembered routes
     */
    RefusalMemory(KafkaTopics topics, TopicSettings layout, RefusalCheck check, int maxRoutes, Clock clock) {
        this.topics = topics;
        this.layout = layout;
        this.check = check;
        this.maxRoutes = maxRoutes;
        this.clock = clock;
        this.writer = new RefusalWriter(topics, CLIENT, this::handleWriteFailure);
        this.thread = new ConsumerThread("refusals", RETRY_DELAY, this::open, this::read, this::handleFailure);
    }

    @Override
    public void requireReady() {
        if (!checked) {
            String why = problem;
            throw new NotReadyException("the refused routes are not read yet" + (why == null ? "" : ": " + why));
        }
    }

    @Override
    public RouteTable table() {
        return routes.table();
    }

    @Override
    public boolean isShadow(Route route) {
        return routes.size() > 0
                && routes.at(route.key()).stream().anyMatch(refused -> RefusalRules.isShadow(route, refused.verdict()));
    }

    /** Remembers a route that an export lists. Does nothing for a remembered route with the same verdict. */
    public void remember(Route route) {
        RouteKey key = route.key();
        Optional<RefusedRoute> known = routes.find(key);
        RefusedRoute refused = new RefusedRoute(
                key, route.verdict(), known.map(RefusedRoute::listed).orElseGet(clock::instant), Optional.empty());
        if (known.filter(refused::equals).isPresent() || problem != null) {
            return; // while Kafka is away, health fails, and a write would block
        }
        if (known.isEmpty() && !written.contains(key)) {
            if (routes.size() + written.size() >= maxRoutes) {
                omitted = clock.instant();
                return;
            }
            written.add(key);
        }
        writer.write(refused);
    }

    /** Forgets a route by request of an operator. Returns the route; empty if it is not remembered. */
    Optional<RefusedRoute> forget(RouteKey key) {
        Optional<RefusedRoute> known = routes.find(key);
        known.ifPresent(route -> end(key, RefusalEnd.OPERATOR));
        return known;
    }

    /** Returns all remembered routes, in no order. */
    Collection<RefusedRoute> all() {
        return routes.all();
    }

    int size() {
        return routes.size();
    }

    /** Returns the maximum number of remembered routes. */
    public int maxRoutes() {
        return maxRoutes;
    }

    /** Returns the time for which a route is remembered after it left the table. */
    Duration duration() {
        return check.memory();
    }

    /** Returns true if a route was not remembered because of the limit, and the memory still is at the limit. */
    boolean isFull() {
        return omitted != null && routes.size() >= maxRoutes;
    }

    /** Returns why the memory may be out of date; null if it is not. */
    @Nullable
    String problem() {
        return problem;
    }

    boolean isReady() {
        return checked;
    }

    @Override
    public void onComplete(Position position) {
        complete = true;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    public void onRestart() {
        restarts++;
        complete = false;
    }

    @Override
    public void onChange(RouteChange change, Origin origin) {
        Route after = change.after();
        if (after != null && routes.size() > 0) {
            for (RefusedRoute refused : routes.at(change.key())) {
                if (RefusalRules.isAccepted(after, refused.verdict())) {
                    accepted.add(refused.key());
                }
            }
        }
    }

    @Override
    public void onChange(SessionChange change, Origin origin) {
        // The check reads the sessions.
    }

    @Override
    public void onPollEnd() {
        // The thread checks the routes in short intervals.
    }

    private void end(RouteKey key, RefusalEnd reason) {
        log.info("refused route is forgotten: prefix={} reason={}", key.prefix(), reason.label());
        writer.remove(key);
    }

    private void handleWriteFailure(Exception failure) {
        written.clear();
        report("writing to " + Topics.REFUSALS + " failed: " + failure.getMessage());
    }

    private void report(String message) {
        if (!message.equals(problem)) {
            log.warn(getMarker("refusals-problem"), "refused routes may be out of date: problem=\"{}\"", message);
        }
        problem = message;
    }

    private Consumer<byte[], byte[]> open() {
        if (!provisioned) {
            Admin admin = topics.admin(CLIENT);
            try {
                new TopicProvisioner(admin, layout).provision(TopicProvisioner.refusalsTopic(layout));
            } catch (InterruptedException e) {
                throw new InterruptException(e); // ends the thread
            } finally {
                admin.close(Duration.ZERO); // a graceful close waits for unavailable brokers
            }
            provisioned = true;
        }
        return topics.consumer(CLIENT);
    }

    private void handleFailure(KafkaException e) {
        if (e instanceof OffsetOutOfRangeException) {
            next = 0;
            ready = false;
            checked = false;
            routes.clear();
        }
        Throwable cause = e.getCause() == null ? e : e.getCause();
        report("Kafka at " + topics.bootstrapServers() + ", topic " + Topics.REFUSALS + ": " + cause.getMessage());
    }

    /** Reads until Kafka fails or the memory stops. */
    private void read(Consumer<byte[], byte[]> from) {
        from.assign(List.of(PARTITION));
        if (next == 0) {
            from.seekToBeginning(List.of(PARTITION));
        } else {
            from.seek(PARTITION, next);
        }
        long end = end(from);
        long lastContact = System.nanoTime();
        while (!thread.isStopping()) {
            for (ConsumerRecord<byte[], byte[]> polled : from.poll(POLL_TIMEOUT)) {
                apply(polled);
            }
            next = from.position(PARTITION, REQUEST_TIMEOUT);
            if (System.nanoTime() - lastContact >= CONTACT_INTERVAL.toNanos()) {
                end(from); // fails if Kafka does not respond
                lastContact = System.nanoTime();
                problem = null;
            }
            if (!ready && next >= end) {
                problem = null;
                ready = true;
            }
            if (ready && complete && isCheckDue()) {
                checkAll();
            }
        }
    }

    private boolean isCheckDue() {
        return changed
                || System.nanoTime() - lastCheck
                        >= CHECK_INTERVAL_PER_ROUTE.multipliedBy(routes.size()).toNanos();
    }

    private void checkAll() {
        int restartsBefore = restarts;
        changed = false;
        Instant now = clock.instant();
        for (RefusedRoute route : List.copyOf(routes.all())) {
            RefusalCheck.Result result = check.check(route, routes, accepted.remove(route.key()), now);
            if (!complete || restarts != restartsBefore) {
                changed = true;
                break; // the table was incomplete
            }
            if (result.end() != null) {
                end(route.key(), result.end());
                routes.remove(route.key()); // the record is read back later
            } else if (!result.left().equals(route.left())) {
                RefusedRoute changed = route.withLeft(result.left());
                routes.put(changed);
                writer.write(changed);
            }
        }
        check.finish(routes);
        checked |= !changed;
        lastCheck = System.nanoTime();
    }

    private static long end(Consumer<byte[], byte[]> from) {
        return Objects.requireNonNull(
                from.endOffsets(List.of(PARTITION), REQUEST_TIMEOUT).get(PARTITION));
    }

    private void apply(ConsumerRecord<byte[], byte[]> polled) {
        try {
            if (polled.key() == null) {
                throw new IllegalArgumentException("it has no key");
            }
            RouteKey key = RouteKey.ofBytes(polled.key());
            if (polled.value() == null) {
                routes.remove(key);
            } else {
                routes.put(RefusedRoute.of(polled.key(), polled.value(), polled.headers()));
                check.forgetData(key);
            }
            written.remove(key);
            changed = true;
        } catch (IllegalArgumentException e) {
            log.warn(
                    getMarker("refusal-record-skipped"),
                    "record skipped, it is not a refused route: topic={} offset={} error={}",
                    polled.topic(),
                    polled.offset(),
                    e.getMessage());
        }
    }

    @Override
    public synchronized void start() {
        if (!started) {
            started = true;
            thread.start();
        }
    }

    @Override
    public void stop() {
        started = false;
        thread.stop();
        writer.close();
    }

    @Override
    public boolean isRunning() {
        return started;
    }
}
