// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.kafka;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.TopicProvisioner;
import org.pathproof.contracts.TopicWatch;
import org.pathproof.settings.KafkaSettings;
import org.pathproof.validator.proof.VerifyAhead;
import org.pathproof.validator.settings.InstanceId;
import org.pathproof.validator.settings.StateDirectory;
import org.pathproof.validator.settings.ValidatorSettings;
import org.pathproof.validator.settings.ValidatorSettings.Guarantee;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Runs Kafka Streams on a separate thread: waits for Kafka, creates missing topics, starts the streams, and restarts
 * them after a failure. The service starts even while Kafka is unreachable.
 */
public final class ValidatorStreams implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(ValidatorStreams.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(15);
    /** Rows that a restored copy may lack: the default of Kafka Streams' {@code acceptable.recovery.lag}. */
    private static final long MAX_COPY_LAG = 10_000;

    private final ValidatorSettings settings;
    private final KafkaSettings kafka;
    private final Supplier<Topology> topology;
    private final StreamsClients clients;
    private final KafkaTaskTopics topics;
    private final VerifyAhead.Parts ahead;
    private volatile @Nullable Run run;
    private volatile String pausedBecause = "";

    /**
     * @param topology builds the topology of each start
     * @param clients creates the Kafka clients of each start
     * @param topics are looked up before each start
     * @param ahead parts of the verification ahead of processing
     */
    public ValidatorStreams(
            ValidatorSettings settings,
            KafkaSettings kafka,
            Supplier<Topology> topology,
            StreamsClients clients,
            KafkaTaskTopics topics,
            VerifyAhead.Parts ahead) {
        this.settings = settings;
        this.kafka = kafka;
        this.topology = topology;
        this.clients = clients;
        this.topics = topics;
        this.ahead = ahead;
    }

    @Override
    public synchronized void start() {
        if (run == null && settings.enabled()) {
            Run started = new Run();
            run = started;
            started.thread.start();
        }
    }

    @Override
    public synchronized void stop() {
        Run running = run;
        if (running != null) {
            running.stop.countDown();
            running.thread.interrupt();
            boolean interrupted = false;
            while (running.thread.isAlive()) {
                try {
                    running.thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            run = null;
        }
    }

    @Override
    public boolean isRunning() {
        return run != null;
    }

    /** Returns the state of Kafka Streams; null while it is not started. */
    public KafkaStreams.@Nullable State state() {
        Run running = run;
        KafkaStreams streams = running == null ? null : running.streams;
        return streams == null ? null : streams.state();
    }

    /** Stops reading, validating and writing until {@link #resume}. {@code reason} is shown to operators. */
    public synchronized void pause(String reason) {
        pausedBecause = reason;
        Run running = run;
        KafkaStreams streams = running == null ? null : running.streams;
        if (streams != null && !streams.isPaused()) {
            log.warn(getMarker("judging-paused"), "Validation paused: reason={}", reason);
            streams.pause();
        }
    }

    /** Resumes after {@link #pause}. */
    public synchronized void resume() {
        if (pausedBecause.isEmpty()) {
            return;
        }
        pausedBecause = "";
        Run running = run;
        KafkaStreams streams = running == null ? null : running.streams;
        if (streams != null) {
            log.info("Validation resumed");
            streams.resume();
        }
    }

    /** Returns the reason of the pause; empty if there is none. */
    public String pausedBecause() {
        return pausedBecause;
    }

    /** Returns the last failure as a sentence; null when nothing is wrong. */
    public @Nullable String problem() {
        Run running = run;
        return running == null ? null : running.problem;
    }

    /**
     * Returns the number of route events of this instance's partitions that are not validated yet; NaN while unknown.
     */
    public double lag() {
        Run running = run;
        InputLag lag = running == null ? null : running.lag;
        return lag == null ? Double.NaN : lag.get();
    }

    /**
     * Returns true from the moment at which the partitions of this instance and its standby copies have been restored,
     * until Kafka Streams is started again.
     */
    public boolean isRestored() {
        Run running = run;
        return running != null && running.restored;
    }

    /**
     * Returns the number of rows still to be read from changelogs, for this instance's partitions and its standby
     * copies; NaN while unknown.
     */
    public double restoreLag() {
        Run running = run;
        KafkaStreams streams = running == null ? null : running.streams;
        if (streams == null) {
            return Double.NaN;
        }
        List<Double> lags = streams.metrics().values().stream()
                .filter(m -> m.metricName().name().equals("records-lag")
                        && m.metricName().tags().containsKey("partition")
                        && m.metricName().tags().getOrDefault("client-id", "").endsWith("-restore-consumer"))
                .map(m -> m.metricValue() instanceof Double lag ? lag : Double.NaN)
                .toList();
        return lags.isEmpty() && streams.state() != KafkaStreams.State.RUNNING
                ? Double.NaN
                : lags.stream().mapToDouble(lag -> lag).sum();
    }

    /** Returns the number of partitions of which this instance keeps a standby copy. */
    public int standbyPartitions() {
        Run running = run;
        KafkaStreams streams = running == null ? null : running.streams;
        return streams == null || !streams.state().isRunningOrRebalancing()
                ? 0
                : streams.metadataForLocalThreads().stream()
                        .mapToInt(thread -> thread.standbyTasks().size())
                        .sum();
    }

    /** Runs Kafka Streams until the service stops, and starts it again after a failure. */
    private final class Run {
        final CountDownLatch stop = new CountDownLatch(1);
        final Thread thread = Thread.ofPlatform().name("validator-streams").unstarted(this::run);
        volatile @Nullable KafkaStreams streams;
        volatile @Nullable InputLag lag;
        volatile @Nullable String problem;
        volatile boolean restored;

        void run() {
            while (stop.getCount() > 0) {
                try {
                    Duration sessionTimeout = provision();
                    stream(sessionTimeout);
                } catch (InterruptedException e) {
                    log.debug("Interrupted because the validator stops", e);
                } catch (KafkaException | IllegalStateException | IOException e) {
                    problem = "Kafka Streams could not be started: " + e.getMessage();
                    log.warn(getMarker("streams-problem"), "{}; trying again", problem);
                }
                pause();
            }
        }

        /** Creates missing topics; returns the session timeout that the brokers allow. */
        private Duration provision() throws InterruptedException {
            Admin admin = admin();
            try {
                TopicProvisioner provisioner = new TopicProvisioner(admin, kafka.topics());
                Set<String> created = provisioner.provision();
                provisioner.alterChangelogs(settings.applicationId());
                provisioner.provisionChangelog(topics.changelog());
                topics.look(admin);
                if (!created.isEmpty()) {
                    log.info("Created topics: names={}", created);
                }
                return SessionTimeout.allowed(admin, settings.sessionTimeout());
            } finally {
                admin.close(Duration.ZERO); // a graceful close waits for unreachable brokers
            }
        }

        private static @Nullable String rootMessage(Throwable failure) {
            Throwable root = failure;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            return root.getMessage() == null ? root.toString() : root.getMessage();
        }

        private void restart(String why, CountDownLatch over) {
            problem = why + ": Kafka Streams starts again";
            log.error(getMarker("topic-deleted"), "Starting Kafka Streams again: reason=\"{}\"", why);
            over.countDown();
        }

        private Admin admin() {
            Map<String, Object> config = new HashMap<>(kafka.properties());
            config.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
            return Admin.create(config);
        }

        private void stream(Duration sessionTimeout) throws InterruptedException, IOException {
            CountDownLatch over = new CountDownLatch(1);
            if (settings.stateDirectory() == null) {
                StateDirectory.prepare(settings.home());
            }
            String instance = InstanceId.of(settings.home());
            KafkaStreams starting = new KafkaStreams(
                    topology.get(), StreamsProperties.of(settings, kafka, instance, sessionTimeout, ahead), clients);
            try {
                starting.setUncaughtExceptionHandler(e -> {
                    problem = "A stream thread failed: " + rootMessage(e);
                    log.error(getMarker("stream-thread-failed"), "A stream thread failed, restarting Kafka Streams", e);
                    return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
                });
                starting.setGlobalStateRestoreListener(new RestoreLog());
                starting.setStateListener((now, before) -> {
                    log.info("Kafka Streams changed state: state={}", now);
                    if (now == KafkaStreams.State.REBALANCING && settings.guarantee() == Guarantee.EXACTLY_ONCE) {
                        OrphanedTransactions.endWhile(
                                () -> starting.state() == KafkaStreams.State.REBALANCING,
                                stop,
                                this::admin,
                                kafka.client(),
                                settings.applicationId());
                    }
                    if (now == KafkaStreams.State.RUNNING) {
                        problem = null;
                    } else if (now == KafkaStreams.State.ERROR || now == KafkaStreams.State.NOT_RUNNING) {
                        over.countDown();
                    }
                });
                streams = starting;
                if (!pausedBecause.isEmpty()) {
                    starting.pause();
                }
                if (stop.getCount() > 0) {
                    starting.start();
                    try (InputLag measuring = new InputLag(starting, settings.applicationId(), admin());
                            TopicWatch _ = new TopicWatch(topics.ids(), admin(), why -> restart(why, over))) {
                        lag = measuring;
                        awaitEnd(starting, over);
                    } finally {
                        lag = null;
                        restored = false;
                    }
                }
            } finally {
                // An instance that stops leaves the group, so that others take over at once. A restarting instance
                // stays in the group.
                GroupMembershipOperation membership = stop.getCount() == 0
                        ? GroupMembershipOperation.LEAVE_GROUP
                        : GroupMembershipOperation.REMAIN_IN_GROUP;
                if (!starting.close(CloseOptions.timeout(CLOSE_TIMEOUT).withGroupMembershipOperation(membership))) {
                    log.warn(
                            getMarker("streams-stop-timeout"),
                            "Kafka Streams did not stop in time: timeout_s={}",
                            CLOSE_TIMEOUT.toSeconds());
                }
                streams = null;
            }
        }

        /** Waits for the end of the streams. Until all copies are restored, compares them with Kafka each second. */
        private void awaitEnd(KafkaStreams started, CountDownLatch over) throws InterruptedException {
            // A comparison loses the interrupt by which the service stops.
            while (!restored && stop.getCount() > 0 && !over.await(1, TimeUnit.SECONDS)) {
                restored = started.state() == KafkaStreams.State.RUNNING && hasRestored(started);
            }
            if (stop.getCount() > 0) {
                over.await();
            }
        }

        private static boolean hasRestored(KafkaStreams started) {
            try {
                return started.allLocalStorePartitionLags().values().stream()
                        .flatMap(partitions -> partitions.values().stream())
                        .allMatch(lag -> lag.offsetLag() <= MAX_COPY_LAG);
            } catch (StreamsException | IllegalStateException e) {
                log.debug("Copies cannot be compared with Kafka", e);
                return false;
            }
        }

        private void pause() {
            try {
                if (stop.await(settings.retry().toMillis(), TimeUnit.MILLISECONDS)) {
                    log.info("The validator stops, Kafka Streams is not started again");
                }
            } catch (InterruptedException e) {
                log.debug("Interrupted because the validator stops", e);
            }
        }
    }
}
