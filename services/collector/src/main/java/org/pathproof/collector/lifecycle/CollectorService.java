// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.lifecycle;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.bmp.BmpServer;
import org.pathproof.collector.intake.Intake;
import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.topics.CollectorTopics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the parts of the collector in the order of their phases, on a separate thread, and tries again until all of
 * them run. The epochs of all sessions are known before the first router is admitted.
 */
public final class CollectorService implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(CollectorService.class);
    private static final long RETRY_SECONDS = 2;
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(60);

    private final CollectorTopics topics;
    private final List<CollectorPart<?>> parts;
    private final OutputPart output;
    private final SessionsPart sessions;
    private final BmpPart bmp;
    private final Intake intake;
    private final Object startLock = new Object();
    private boolean starting; // guarded by startLock
    private volatile Waiting waiting = new Waiting("its start", "");
    private volatile boolean serving;
    private volatile CountDownLatch stopping = new CountDownLatch(1);
    private volatile CountDownLatch running = new CountDownLatch(1);
    private @Nullable Thread thread;

    /**
     * The state of the start.
     *
     * @param target resource for which the start waits; empty for none
     * @param failure error of the last attempt; empty if none failed
     */
    private record Waiting(String target, String failure) {
        private static final Waiting NONE = new Waiting("", "");

        String words() {
            return failure.isEmpty() ? target : target + " (" + failure + ")";
        }
    }

    public CollectorService(
            CollectorTopics topics,
            List<CollectorPart<?>> parts,
            OutputPart output,
            SessionsPart sessions,
            BmpPart bmp,
            Intake intake) {
        this.topics = topics;
        this.parts = parts.stream()
                .sorted(Comparator.comparingInt(CollectorPart::getPhase))
                .toList();
        this.output = output;
        this.sessions = sessions;
        this.bmp = bmp;
        this.intake = intake;
        this.parts.forEach(part -> part.onFailure(this::restart));
    }

    @Override
    public void start() {
        stopping = new CountDownLatch(1);
        thread = Thread.ofPlatform().name("collector").start(this::run);
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }

    @Override
    public void stop() {
        stopping.countDown();
        running.countDown();
        Thread starter = thread;
        if (starter != null) {
            synchronized (startLock) {
                if (starting) {
                    starter.interrupt(); // the thread may be waiting for Kafka
                }
            }
            try {
                starter.join(STOP_TIMEOUT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        thread = null;
    }

    /** Returns the intake, which closes while Kafka is too slow. */
    public Intake intake() {
        return intake;
    }

    /** Returns true when all parts run. */
    public boolean isServing() {
        return serving;
    }

    /** Describes the resource for which the start waits, and the reason; empty if it waits for none. */
    public String waitingFor() {
        return waiting.words();
    }

    /** Returns the port of BMP without TLS while the collector serves; empty if there is none. */
    public Optional<Integer> bmpPort() {
        return serving ? bmp.port() : Optional.empty();
    }

    /** Returns the port of BMP over TLS while the collector serves; empty if there is none. */
    public Optional<Integer> bmpTlsPort() {
        return serving ? bmp.tlsPort() : Optional.empty();
    }

    /** Returns the UDP port of BMP over QUIC while the collector serves; empty if there is none. */
    public Optional<Integer> bmpQuicPort() {
        return serving ? bmp.quicPort() : Optional.empty();
    }

    /** Returns the problems of the files for BMP over TLS. */
    public List<String> certificateProblems() {
        return bmp.certificateProblems();
    }

    /** Returns the number of connections of admitted routers. */
    public int connections() {
        return bmp.running().map(BmpServer::connectionCount).orElse(0);
    }

    /** Returns the number of routers whose messages still wait since the intake was closed. */
    public long catchingUp() {
        return bmp.running().map(BmpServer::catchingUp).orElse(0L);
    }

    /** Returns the number of connected routers that another collector owns. */
    public long standingBy() {
        return bmp.running().map(BmpServer::standingBy).orElse(0L);
    }

    /**
     * Returns an upper bound for the age of the oldest message of a router whose records Kafka has not acknowledged.
     */
    public Duration delay() {
        return bmp.delay();
    }

    /** Returns a sentence about sessions that do not fit into the bounds; empty if there are none. */
    public String quotaProblem() {
        return sessions.quotaProblem();
    }

    /** Returns a sentence about sessions that were deleted to keep the bounds; empty if there are none. */
    public String quotaNote() {
        return sessions.quotaNote();
    }

    /** Returns the output to Kafka; empty while it does not run. */
    public Optional<KafkaOutput> output() {
        return output.running();
    }

    private void run() {
        try {
            while (!isStopped(0)) {
                running = new CountDownLatch(1);
                if (startInterruptibly() && !isStopped(0)) {
                    running.await();
                }
                serving = false;
                stopParts();
                if (isStopped(RETRY_SECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            log.debug("stopped while starting", e);
        } finally {
            serving = false;
            stopParts();
        }
    }

    /** Ends the run of the parts, which then start again. A part calls this method when it cannot continue. */
    private void restart() {
        running.countDown();
    }

    /** Starts the parts. {@link #stop} may interrupt this method, but not {@link #stopParts}. */
    private boolean startInterruptibly() throws InterruptedException {
        synchronized (startLock) {
            starting = true;
        }
        try {
            return startParts();
        } finally {
            synchronized (startLock) {
                starting = false;
            }
        }
    }

    /** Returns false when a part cannot start yet. */
    private boolean startParts() throws InterruptedException {
        String target = topics.waitsFor();
        try {
            waiting = new Waiting(target, "");
            topics.provision();
            for (CollectorPart<?> part : parts) {
                target = part.waitsFor();
                waiting = new Waiting(target, "");
                part.start();
            }
            waiting = Waiting.NONE;
            serving = true;
            return true;
        } catch (RuntimeException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            String why = e.getCause() == null
                    ? String.valueOf(e.getMessage())
                    : e.getMessage() + ": " + e.getCause().getMessage();
            log.error(getMarker("collector-waiting"), "waiting to start: resource={} reason={}", target, why);
            log.debug("waiting to start: resource={}", target, e);
            waiting = new Waiting(target, why);
            return false;
        }
    }

    private void stopParts() {
        parts.reversed().forEach(CollectorPart::stop);
    }

    private boolean isStopped(long seconds) throws InterruptedException {
        return stopping.await(seconds, TimeUnit.SECONDS);
    }
}
