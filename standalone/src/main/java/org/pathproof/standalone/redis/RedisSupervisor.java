// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.redis;

import static org.slf4j.MarkerFactory.getMarker;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.pathproof.standalone.console.Console;
import org.pathproof.standalone.console.StartFailure;
import org.pathproof.standalone.network.Ports;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a Redis server running until the supervisor is closed. The supervisor restarts a server that ends, or does not
 * reply for 30 s, with the same port and password. Pauses between starts grow to 30 s; the number of starts is
 * unlimited. Data that prevent a start are moved aside, and key-sync then writes the RPKI set again from the caches.
 */
public final class RedisSupervisor implements AutoCloseable {
    /** Number of failures within {@link #FAILURE_WINDOW} after which health is down, even while the server runs. */
    static final int REPORTED_FAILURES = 3;

    private static final Logger log = LoggerFactory.getLogger(RedisSupervisor.class);
    private static final Duration FAILURE_WINDOW = Duration.ofMinutes(10);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final Duration PROBE_INTERVAL = Duration.ofSeconds(5);
    private static final Duration SILENCE_LIMIT = Duration.ofSeconds(30);
    private static final int PASSWORD_BYTES = 24;

    private final RedisProgram program;
    private final Path folder;
    private final Path output;
    private final RedisProcess.Address address;
    private final RedisData data;
    private final Console console;
    private final Clock clock;
    private final RedisClient prober;
    private final Thread thread;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicLong restarts = new AtomicLong();
    private final Deque<Instant> ends = new ArrayDeque<>();
    private volatile RedisProcess process;
    private volatile @Nullable String problem;
    private volatile @Nullable String note;

    private RedisSupervisor(
            RedisProgram program,
            Path folder,
            Path output,
            RedisProcess.Address address,
            Console console,
            Clock clock) {
        this.program = program;
        this.folder = folder;
        this.output = output;
        this.address = address;
        this.console = console;
        this.clock = clock;
        this.data = new RedisData(folder, clock);
        this.process = startOrSetDataAside();
        RedisURI uri = RedisURI.create(address.uri());
        uri.setTimeout(PROBE_INTERVAL);
        this.prober = RedisClient.create(uri);
        this.thread = Thread.ofPlatform().name("redis-supervisor").daemon().unstarted(this::supervise);
    }

    /**
     * Starts a server with the data in {@code folder}. The server serves requests when this method returns.
     *
     * @param output log file of the server, of bounded size ({@link BoundedLog})
     * @throws StartFailure if the server does not start
     */
    public static RedisSupervisor start(RedisProgram program, Path folder, Path output, Console console, Clock clock) {
        byte[] password = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(password);
        RedisProcess.Address address =
                new RedisProcess.Address(Ports.free(), HexFormat.of().formatHex(password));
        RedisSupervisor supervisor = new RedisSupervisor(program, folder, output, address, console, clock);
        supervisor.thread.start();
        return supervisor;
    }

    /** Returns the URI of the server, including the password. */
    public String uri() {
        return address.uri();
    }

    /** Returns the process id of the present or last server. */
    public long pid() {
        return process.pid();
    }

    /** Returns the number of restarts. */
    long restarts() {
        return restarts.get();
    }

    /** Returns the problem for operators while the server is down or ends repeatedly. */
    Optional<String> problem() {
        String now = problem;
        if (now != null) {
            return Optional.of(now);
        }
        int recent = recentEnds();
        return recent < REPORTED_FAILURES
                ? Optional.empty()
                : Optional.of("Redis runs, but ended " + recent + " times within " + FAILURE_WINDOW.toMinutes()
                        + " minutes: see " + output);
    }

    /** Returns a note on damaged data since the start; empty if there were none. */
    Optional<String> note() {
        return Optional.ofNullable(note);
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        prober.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        process.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void supervise() {
        Duration pause = FIRST_PAUSE;
        try {
            while (isOpen()) {
                long started = System.nanoTime();
                String end = awaitEnd();
                if (System.nanoTime() - started > FAILURE_WINDOW.toNanos()) {
                    pause = FIRST_PAUSE;
                }
                handleFailure("Redis " + end);
                while (isOpen() && !closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                    pause = longer(pause);
                    if (startAgain()) {
                        break;
                    }
                }
            }
        } catch (InterruptedException e) {
            log.debug("interrupted by the stop", e);
        }
    }

    private boolean startAgain() {
        try {
            process = startOrSetDataAside();
            restarts.incrementAndGet();
            problem = null;
            log.warn(getMarker("redis-restarted"), "Redis runs again: process={}", process.pid());
            console.say("Redis runs again.");
            return true;
        } catch (StartFailure e) {
            if (isOpen()) {
                handleFailure("Redis cannot be started again: " + e.getMessage());
            }
            return false;
        }
    }

    /**
     * Waits for the end of the server, and describes it, such as "ended with status 1". Kills a server that does not
     * respond.
     */
    private String awaitEnd() throws InterruptedException {
        RedisProcess watched = process;
        long answered = System.nanoTime();
        while (!watched.awaitEnd(PROBE_INTERVAL)) {
            if (answers()) {
                answered = System.nanoTime();
            } else if (System.nanoTime() - answered > SILENCE_LIMIT.toNanos()) {
                watched.kill();
                return "did not answer for " + SILENCE_LIMIT.toSeconds() + " s";
            }
        }
        return watched.end();
    }

    /** Returns true for any response. A server that loads its file responds with an error. */
    private boolean answers() {
        try (StatefulRedisConnection<String, String> connection = prober.connect()) {
            return "PONG".equals(connection.sync().ping());
        } catch (RedisCommandExecutionException e) {
            return true;
        } catch (RedisException e) {
            log.debug("Redis does not answer", e);
            return false;
        }
    }

    private void handleFailure(String words) {
        synchronized (ends) {
            ends.addLast(clock.instant());
        }
        int recent = recentEnds();
        problem = words
                + (recent > 1 ? " (" + recent + " failures within " + FAILURE_WINDOW.toMinutes() + " minutes)" : "")
                + ". It is restarted; until then the last RPKI set stays in force. See " + output;
        log.error(getMarker("redis-problem"), "Redis: problem=\"{}\"", problem);
        console.warn(problem);
    }

    private int recentEnds() {
        Instant since = clock.instant().minus(FAILURE_WINDOW);
        synchronized (ends) {
            while (!ends.isEmpty() && ends.getFirst().isBefore(since)) {
                ends.removeFirst();
            }
            return ends.size();
        }
    }

    /** Starts a server. If it starts only without its data, the data are moved aside. */
    private RedisProcess startOrSetDataAside() {
        try {
            return RedisProcess.start(program, folder, output, address);
        } catch (RedisProcess.EndedEarly first) {
            if (data.isEmpty() || first.wasKilled()) {
                throw new StartFailure(String.valueOf(first.getMessage()), first);
            }
            Path aside = data.setAside();
            try {
                RedisProcess restarted = RedisProcess.start(program, folder, output, address);
                reportSetAside(aside);
                return restarted;
            } catch (RedisProcess.EndedEarly | StartFailure second) { // the data are not the cause
                data.restore(aside);
                throw new StartFailure(String.valueOf(first.getMessage()), second);
            }
        }
    }

    private void reportSetAside(Path aside) {
        String words = "the data of Redis were damaged, and were set aside at " + clock.instant() + " as " + aside
                + "; the RPKI set is read again from the caches";
        note = words;
        log.error(getMarker("redis-stopped"), "Redis: problem=\"{}\"", words);
        console.warn(Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".");
        data.deleteOldCopies();
    }

    private boolean isOpen() {
        return closed.getCount() > 0;
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
    }
}
