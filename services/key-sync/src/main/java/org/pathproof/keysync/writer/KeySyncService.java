// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.writer;

import static org.slf4j.MarkerFactory.getMarker;

import io.lettuce.core.RedisException;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pathproof.keysync.health.KeySyncMetrics;
import org.pathproof.keysync.observation.LossHold;
import org.pathproof.keysync.selection.Sources;
import org.pathproof.keysync.settings.CertificateSettings;
import org.pathproof.keysync.settings.KeySyncSettings;
import org.pathproof.keysync.slurm.SlurmFiles;
import org.pathproof.keysync.source.Source;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.provenance.SourcesReport;
import org.pathproof.rpki.redis.Lease;
import org.pathproof.rpki.redis.RedisAddress;
import org.pathproof.rpki.redis.RedisRpkiRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Runs key-sync on one thread. Each step reads the sources, combines their data, applies SLURM, renews the lease and
 * writes to Redis. A step runs after a change of a source, when data of a source expire, and otherwise one second after
 * the last step.
 */
public final class KeySyncService implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(KeySyncService.class);

    private static final long STEP_MILLIS = 1_000;

    private final KeySyncSettings settings;
    private final RedisAddress redis;
    private final Clock clock;
    private final String owner;
    private final LossHold lossHold;
    private final CertificateSettings certificates;
    private final Semaphore changes = new Semaphore(0);
    private final SlurmFiles slurm;
    private volatile @Nullable Sources sources;
    private volatile KeySyncState state = KeySyncState.STARTING;
    private volatile boolean running;
    private volatile boolean working;
    private @Nullable Thread worker;
    private @Nullable Lease lease;
    private @Nullable Instant renewAt;
    private Instant nextSlurmPoll = Instant.MIN;

    private final SourcesReporter reporter;
    private volatile @Nullable SourcesReport report;
    private @Nullable RpkiSnapshot written;
    private String writtenFrom = "";

    public KeySyncService(KeySyncSettings settings, CertificateSettings certificates, RedisAddress redis, Clock clock) {
        this.settings = settings;
        this.certificates = certificates;
        this.redis = redis;
        this.clock = clock;
        this.owner = settings.instance().isEmpty()
                ? ManagementFactory.getRuntimeMXBean().getName()
                : settings.instance();
        this.lossHold = new LossHold(settings.lossHold(), settings.lossShare());
        this.reporter = new SourcesReporter(owner, settings.combine());
        this.slurm = new SlurmFiles(settings.slurm());
    }

    /** Returns the state after the latest step. */
    public KeySyncState state() {
        return state;
    }

    /** Returns true if the latest step had no error: Redis answered when the step needed it. */
    public boolean isWorking() {
        return working;
    }

    /** Returns the report about the sources after the latest step; empty before the first step. */
    public Optional<SourcesReport> report() {
        return Optional.ofNullable(report);
    }

    /** Returns the sources; empty before the start. */
    public Optional<Sources> sources() {
        return Optional.ofNullable(sources);
    }

    @Override
    public synchronized void start() {
        if (running) {
            return;
        }
        Sources opened = new Sources(settings, certificates, clock, changes::release);
        sources = opened;
        running = true;
        worker = Thread.ofPlatform().name("key-sync").start(() -> run(opened));
    }

    @Override
    public synchronized void stop() {
        if (!running) {
            return;
        }
        running = false;
        changes.release();
        Thread thread = worker;
        if (thread != null) {
            try {
                thread.join(Duration.ofSeconds(20));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        sources().ifPresent(Sources::close);
    }

    /** Starts the service before {@link KeySyncMetrics}, which reads the sources. */
    @Override
    public int getPhase() {
        return DEFAULT_PHASE - 1;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    private void run(Sources opened) {
        try (RedisRpkiRepository repository = new RedisRpkiRepository(redis)) {
            while (running) {
                step(repository, opened);
                if (changes.tryAcquire(pauseMillis(opened), TimeUnit.MILLISECONDS)) {
                    changes.drainPermits();
                }
            }
            release(repository);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the time until the next step: a second, or less if files are due or data of a source expire before. */
    private long pauseMillis(Sources opened) {
        long longest = Math.clamp(settings.poll().toMillis(), 1, STEP_MILLIS);
        return opened.nextChange()
                .map(next -> Duration.between(clock.instant(), next).toMillis() + 1)
                .map(millis -> Math.clamp(millis, 1, longest))
                .orElse(longest);
    }

    private void step(RedisRpkiRepository repository, Sources opened) {
        try {
            pollSlurm();
            Sources.Round round = opened.read(clock.instant());
            Source.Reading reading = round.result();
            RpkiSnapshot wanted = reading == null ? null : wanted(reading);
            report = reporter.report(opened, round, slurm.report(), clock.instant());
            String redisProblem = write(repository, round, wanted);
            state = describe(repository, opened, round, redisProblem);
            working = true;
        } catch (RedisException e) {
            working = false;
            lease = null;
            state = state.withRedisProblem("Redis is unreachable: " + rootMessage(e));
        } catch (RuntimeException e) {
            working = false;
            log.error(getMarker("key-sync-step-failed"), "Step of key-sync failed, next attempt within a second", e);
            state = state.withRedisProblem("internal error: " + e);
        }
    }

    /** Writes the wanted set and the report, and returns the problem; null without a problem. */
    private @Nullable String write(RedisRpkiRepository repository, Sources.Round round, @Nullable RpkiSnapshot wanted) {
        Instant now = clock.instant();
        boolean due = renewAt == null || !now.isBefore(renewAt);
        Lease held = lease(repository, due, now);
        boolean isNew = wanted != written;
        String problem = writeSet(repository, held, round, wanted, due);
        if (held != null && report != null && (due || isNew)) {
            repository.report(held, report);
        }
        return problem;
    }

    /** Acquires or renews the lease. Returns null if another instance holds it. */
    private @Nullable Lease lease(RedisRpkiRepository repository, boolean due, Instant now) {
        Lease held = lease;
        if (held == null) {
            held = repository.acquire(owner, settings.lease()).orElse(null);
            written = null;
            writtenFrom = "";
            if (held != null) {
                log.info("Lease acquired, this instance writes the RPKI set: instance={}", owner);
            }
        } else if (due && !repository.renew(held, settings.lease())) {
            log.warn(getMarker("lease-lost"), "Lease lost: instance={}", owner);
            held = null;
        }
        lease = held;
        renewAt = due || renewAt == null ? now.plus(settings.lease().dividedBy(3)) : renewAt;
        return held;
    }

    private @Nullable String writeSet(
            RedisRpkiRepository repository,
            @Nullable Lease held,
            Sources.Round round,
            @Nullable RpkiSnapshot wanted,
            boolean due) {
        Source.Reading reading = round.result();
        if (held == null || reading == null || wanted == null || reading.confirmed() == null) {
            return null;
        }
        if (wanted.size() == 0 && !settings.acceptEmpty() && repository.holdsData()) {
            return "the source has no data at all; the last set stays in force (pathproof.key-sync.accept-empty: true accepts it)";
        }
        if (wanted == written && !due) {
            return null;
        }
        // A loss of the sources that wrote last was delayed by their own LossHold.
        Optional<String> delayReason = round.name().equals(writtenFrom)
                ? Optional.empty()
                : lossHold.reasonToDelay(repository.published().orElse(null), wanted, clock.instant());
        if (delayReason.isPresent()) {
            return delayReason.get();
        }
        RedisRpkiRepository.Outcome outcome = wanted == written
                ? repository.confirm(held, reading.expires(), reading.confirmed())
                : repository.publish(held, wanted, reading.expires(), reading.confirmed());
        if (outcome == RedisRpkiRepository.Outcome.NOT_LEADER) {
            lease = null;
            return null;
        }
        if (outcome == RedisRpkiRepository.Outcome.PUBLISHED) {
            log.info(
                    "RPKI set written to Redis: {}",
                    repository.published().map(RpkiSet::toString).orElse("nothing"));
        }
        written = wanted;
        writtenFrom = round.name();
        return null;
    }

    /**
     * Returns the data to write, with SLURM applied. Returns null before the first data, and before the first readable
     * content of a configured SLURM file.
     */
    private @Nullable RpkiSnapshot wanted(Source.Reading reading) {
        RpkiSnapshot data = reading.data();
        return data == null ? null : slurm.applied(data);
    }

    private KeySyncState describe(
            RedisRpkiRepository repository, Sources opened, Sources.Round round, @Nullable String redisProblem) {
        Optional<RpkiSet> set = lease == null ? Optional.empty() : repository.published();
        return new KeySyncState(
                round.states(),
                lease != null,
                set.orElse(null),
                round.expired(),
                opened.refusedKeys(round),
                opened.refusals(round),
                slurm.problem(),
                redisProblem);
    }

    private void pollSlurm() {
        Instant now = clock.instant();
        if (!now.isBefore(nextSlurmPoll)) {
            nextSlurmPoll = now.plus(settings.poll());
            slurm.poll();
        }
    }

    private void release(RedisRpkiRepository repository) {
        if (lease != null) {
            try {
                repository.release(lease);
            } catch (RedisException e) {
                log.info("Lease not released: error={}", rootMessage(e));
            }
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
