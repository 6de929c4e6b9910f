// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import io.micrometer.core.instrument.Gauge;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.bmp.BmpAccess;
import org.pathproof.collector.bmp.BmpLimits;
import org.pathproof.collector.bmp.BmpServer;
import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.kafka.SessionsReader;
import org.pathproof.collector.openbmp.OpenBmpPublisher;
import org.pathproof.collector.openbmp.OpenBmpReader;
import org.pathproof.collector.ownership.KafkaOwnership;
import org.pathproof.collector.ownership.Ownership;
import org.pathproof.collector.router.RouterRules;
import org.pathproof.collector.router.Sessions;
import org.pathproof.collector.router.TableWarning;
import org.pathproof.contracts.Metrics;
import org.pathproof.contracts.TopicProvisioner;
import org.pathproof.contracts.TopicSettings;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.routes.SessionStatus;
import org.pathproof.settings.KafkaSettings;
import org.pathproof.wire.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Brings the collector up, in this order, trying each step until it works: topics, producer, the table of sessions, the BMP port, OpenBMP.
 * No router is let in before the epochs of all sessions are known. While it runs, it lets sessions of lost routers expire.
 */
public final class CollectorService implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(CollectorService.class);
    private static final long RETRY_SECONDS = 2;

    private final CollectorSettings settings;
    private final KafkaSettings kafka;
    private final CollectorMetrics metrics;
    private final Clock clock;
    private final Intake intake;
    private final RouterRules rules;
    private final BmpAccess access;
    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private volatile String waitingFor = "its start";
    private volatile boolean serving;
    private volatile @Nullable KafkaOutput output;
    private volatile @Nullable BmpServer server;
    private volatile @Nullable Sessions sessions;
    private volatile CountDownLatch stopping = new CountDownLatch(1);
    private final Object beginLock = new Object();
    private boolean beginning;
    private @Nullable Thread thread;

    public CollectorService(CollectorSettings settings, KafkaSettings kafka, CollectorMetrics metrics, Clock clock) {
        this(settings, kafka, metrics, clock, new Intake());
    }

    /** The same with a valve that others may close. */
    public CollectorService(
            CollectorSettings settings, KafkaSettings kafka, CollectorMetrics metrics, Clock clock, Intake intake) {
        this.settings = settings;
        this.kafka = kafka;
        this.metrics = metrics;
        this.clock = clock;
        this.intake = intake;
        this.rules = settings.rules();
        this.access = settings.access();
        bounded(settings.limits());
        for (State state : State.values()) {
            if (state != State.UNRECOGNIZED) {
                Gauge.builder(Metrics.SESSIONS, () -> count(s -> s.getState() == state))
                        .tag(Metrics.STATE, state.name())
                        .register(metrics.registry());
            }
        }
        Gauge.builder(Metrics.BMP_CONNECTIONS, this::connections).register(metrics.registry());
        Gauge.builder(Metrics.BMP_STANDING_BY, this::standingBy).register(metrics.registry());
        Gauge.builder(
                        Metrics.PRODUCE_IN_FLIGHT,
                        () -> output().map(KafkaOutput::inFlight).orElse(0L))
                .register(metrics.registry());
        Gauge.builder(Metrics.INTAKE_OPEN, intake, valve -> valve.isOpen() ? 1 : 0)
                .register(metrics.registry());
        Gauge.builder(Metrics.SESSIONS_STRIPPED, () -> count(SessionStatus::isBgpsecStripped))
                .register(metrics.registry());
        for (String warning : TableWarning.LABELS) {
            Gauge.builder(
                            Metrics.SESSIONS_WITHOUT_TABLE,
                            () -> count(s ->
                                    SessionStatus.isUp(s) && s.getTableWarning().equals(warning)))
                    .tag(Metrics.REASON, warning)
                    .register(metrics.registry());
        }
        access.tls()
                .ifPresent(tls -> Gauge.builder(
                                Metrics.BMP_CERTIFICATE_EXPIRES,
                                () -> tls.expires().getEpochSecond())
                        .register(metrics.registry()));
    }

    /** Says it when the limits allow more memory than there is. */
    private static void bounded(BmpLimits limits) {
        long most = limits.mostMemory();
        long heap = Runtime.getRuntime().maxMemory();
        if (most > heap) {
            log.warn(
                    "{} routers that all stall may hold {} MiB, and the heap has {} MiB: lower pathproof.collector.max-routers, router-queue or max-message, or give it more",
                    limits.maxConnections(),
                    most >> 20,
                    heap >> 20);
        }
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
        Thread running = thread;
        if (running != null) {
            synchronized (beginLock) {
                if (beginning) {
                    running.interrupt(); // it may be waiting for a Kafka that is away
                }
            }
            try {
                running.join(Duration.ofSeconds(60));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        thread = null;
    }

    /** The valve before everything that is taken in. */
    public Intake intake() {
        return intake;
    }

    /** Whether routers are served. */
    public boolean isServing() {
        return serving;
    }

    /** What the start still waits for, and why; empty when nothing. */
    public String waitingFor() {
        return waitingFor;
    }

    /** The port of the BMP server, once it listens. */
    public Optional<Integer> bmpPort() {
        return serving ? Optional.ofNullable(server).map(BmpServer::port) : Optional.empty();
    }

    public int connections() {
        BmpServer running = server;
        return running == null ? 0 : running.connectionCount();
    }

    /** Returns the number of routers whose messages from a pause of the intake are still being taken in. */
    public long catchingUp() {
        BmpServer running = server;
        return running == null ? 0 : running.catchingUp();
    }

    /** How many of the connections are of routers that another collector publishes. */
    public long standingBy() {
        BmpServer running = server;
        return running == null ? 0 : running.standingBy();
    }

    /** Where records go, once Kafka was reached. */
    public Optional<KafkaOutput> output() {
        return Optional.ofNullable(output);
    }

    private void run() {
        try {
            while (!stopped(0) && !beginInterruptibly()) {
                closeAll();
                if (stopped(RETRY_SECONDS)) {
                    break;
                }
            }
            while (!stopped(1)) {
                expire();
            }
        } catch (InterruptedException e) {
            log.debug("stopped while starting", e);
        } finally {
            serving = false;
            closeAll();
        }
    }

    /** A stop interrupts the beginning, and never what comes after it: the orderly end of what was begun. */
    private boolean beginInterruptibly() throws InterruptedException {
        synchronized (beginLock) {
            beginning = true;
        }
        try {
            return begin();
        } finally {
            synchronized (beginLock) {
                beginning = false;
            }
        }
    }

    /** Returns false when something is missing that may come. */
    private boolean begin() throws InterruptedException {
        try {
            TopicSettings topics = kafka.topics();
            waitingFor = "Kafka at " + kafka.bootstrapServers();
            provision(topics);
            waitingFor = "which routers other collectors have, in " + Topics.COLLECTORS;
            KafkaOwnership ownership = opened(new KafkaOwnership(kafka.client(), settings.id(), settings.lease()));
            ownership.start();
            waitingFor = "Kafka at " + kafka.bootstrapServers();
            KafkaOutput out = opened(KafkaOutput.connect(
                    kafka.client(),
                    settings.highMark().toBytes(),
                    settings.lowMark().toBytes(),
                    settings.linger(),
                    metrics));
            output = out;
            waitingFor = "the sessions in " + Topics.SESSIONS;
            Sessions table = new Sessions(out.sessions());
            SessionsReader reader = opened(new SessionsReader(kafka.client(), settings.id(), table, owner(ownership)));
            reader.readAll();
            table.started(settings.id(), nowMicros());
            // Before the collector says that it serves, readers of sessions can know which of them are lost.
            out.flush();
            reader.follow();
            sessions = table;
            waitingFor = "BMP port " + settings.bmpPort();
            Optional<BmpServer.RawPublisher> raw = settings.openbmp().publish()
                    ? Optional.of(new OpenBmpPublisher(out, settings.id()))
                    : Optional.empty();
            BmpServer listening = opened(new BmpServer(
                    settings.limits(),
                    access,
                    rules,
                    table,
                    out,
                    metrics,
                    raw,
                    clock,
                    ownership,
                    intake,
                    settings.gapPace()));
            if (settings.bmpPort() >= 0) {
                listening.bind(settings.bmpAddress(), settings.bmpPort());
                ownership.listensOn(listening.port());
            }
            if (access.tls().isPresent()) {
                waitingFor = "BMP over TLS port " + settings.tls().port();
                listening.bindTls(settings.bmpAddress(), settings.tls().port());
            }
            settings.targets().forEach(target -> listening.dial(target, settings.connectPause()));
            server = listening;
            if (readsOpenBmp()) {
                opened(openBmp(table, out)).start();
            }
            waitingFor = "";
            serving = true;
            return true;
        } catch (RuntimeException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            String why = e.getCause() == null
                    ? e.getMessage()
                    : e.getMessage() + ": " + e.getCause().getMessage();
            log.error("the collector waits for {}: {}", waitingFor, why);
            log.debug("in full", e);
            waitingFor = waitingFor.split(" \\(")[0] + " (" + why + ")";
            return false;
        }
    }

    private void provision(TopicSettings topics) throws InterruptedException {
        Admin admin = Admin.create(kafka.client());
        try {
            TopicProvisioner provisioner = new TopicProvisioner(admin, topics);
            log.info("created topics {}", provisioner.provision());
            provisioner.provision(TopicProvisioner.collectorsTopic(topics));
            if (settings.openbmp().publish()) {
                provisioner.provision(TopicProvisioner.rawTopic(Topics.OPENBMP_RAW, topics));
            }
            if (readsOpenBmp()) {
                provisioner.provision(TopicProvisioner.rawTopic(Topics.OPENBMP_REKEYED, topics));
            }
        } finally {
            admin.close(Duration.ZERO); // else it would wait for brokers that are away
        }
    }

    private SessionsReader.Owner owner(Ownership ownership) {
        return new SessionsReader.Owner() {
            @Override
            public boolean owns(Bytes router) {
                return ownership.isCertain() && ownership.owns(router);
            }

            @Override
            public void beginAnew(Bytes router) {
                BmpServer running = server;
                if (running != null) {
                    running.beginAnew(router);
                }
            }
        };
    }

    private boolean readsOpenBmp() {
        return !settings.openbmp().topics().isEmpty();
    }

    private OpenBmpReader openBmp(Sessions table, KafkaOutput out) {
        return new OpenBmpReader(
                kafka.client(),
                settings.openbmp().topics(),
                settings.openbmp().group(),
                Math.toIntExact(settings.maxMessage().toBytes()),
                rules,
                table,
                out,
                metrics,
                clock,
                intake);
    }

    private void expire() {
        BmpServer running = server;
        if (running != null) {
            running.tick();
        }
        Sessions table = sessions;
        if (table != null) {
            long now = nowMicros();
            int expired =
                    table.expireLost(settings.id(), now - settings.holdTime().toNanos() / 1000, now);
            if (expired > 0) {
                log.warn("{} sessions are down: their routers did not come back in {}", expired, settings.holdTime());
            }
        }
    }

    private boolean stopped(long seconds) throws InterruptedException {
        return stopping.await(seconds, TimeUnit.SECONDS);
    }

    private <C extends AutoCloseable> C opened(C part) {
        started.push(part);
        return part;
    }

    private void closeAll() {
        while (!started.isEmpty()) {
            AutoCloseable part = started.pop();
            try {
                part.close();
            } catch (Exception e) {
                log.warn("closing {} failed", part.getClass().getSimpleName(), e);
            }
        }
        server = null;
        output = null;
    }

    private double count(Predicate<Session> which) {
        Sessions table = sessions;
        return table == null
                ? 0
                : table.all().stream()
                        .filter(s -> s.getCollectorId().equals(settings.id()))
                        .filter(which)
                        .count();
    }

    private long nowMicros() {
        Instant now = clock.instant();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
    }
}
