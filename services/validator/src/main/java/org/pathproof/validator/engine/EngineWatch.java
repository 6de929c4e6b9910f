// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.engine;

import static org.slf4j.MarkerFactory.getMarker;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.pathproof.validator.stream.ProofRevalidations;
import org.pathproof.validator.stream.StateLosses;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Reports once to all validators that the signature engine of this process is not trusted any more. Requests the tables
 * of all routers when tasks have routes that await new proofs, or have lost their state with a topic. Tries again while
 * Kafka does not accept a record. See docs/adr/0041 and docs/adr/0049.
 */
public final class EngineWatch implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(EngineWatch.class);
    private static final long INTERVAL_MS = 500;

    private final boolean enabled;
    private final BooleanSupplier areTasksRunning;
    private final BooleanSupplier isTrusted;
    private final ProofRevalidations revalidations;
    private final StateLosses losses;
    private final Reports reports;
    private boolean reported;
    private @Nullable Run run;

    /** Publishes records for all services. The methods throw {@link KafkaException} if Kafka does not accept them. */
    public interface Reports {
        /** Reports that the engine is not trusted any more. */
        void distrust();

        /** Requests the tables of all routers. */
        void requestTables();

        /** Requests the tables of all routers because topics were deleted or lost records. */
        void requestTablesAfterLoss(Set<String> topics);
    }

    /**
     * @param enabled false in a process without tasks
     * @param areTasksRunning returns true while all tasks of this process run: one request serves all of them
     * @param isTrusted returns false once the engine of this process gave a wrong result or failed
     */
    public EngineWatch(
            boolean enabled,
            BooleanSupplier areTasksRunning,
            BooleanSupplier isTrusted,
            ProofRevalidations revalidations,
            StateLosses losses,
            Reports reports) {
        this.enabled = enabled;
        this.areTasksRunning = areTasksRunning;
        this.isTrusted = isTrusted;
        this.revalidations = revalidations;
        this.losses = losses;
        this.reports = reports;
    }

    @Override
    public synchronized void start() {
        if (run == null && enabled) {
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
            run = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return run != null;
    }

    /** Publishes what is due. Only the thread of the watch calls this method. */
    private void look() {
        if (!reported && !isTrusted.getAsBoolean()) {
            reports.distrust();
            reported = true;
            log.error(
                    getMarker("engine-distrusted"),
                    "Signature engine reported to all validators: earlier proofs are verified again");
        }
        List<ProofRevalidations.Need> needs = revalidations.needs();
        if (!needs.isEmpty()) {
            reports.requestTables();
            needs.forEach(ProofRevalidations.Need::confirmRequest);
            log.warn(
                    getMarker("tables-requested"),
                    "Requested the tables of all routers, for new proofs: partitions={}",
                    needs.size());
        }
        Set<String> lost = areTasksRunning.getAsBoolean() ? losses.topicsToRequest() : Set.of();
        if (!lost.isEmpty()) {
            reports.requestTablesAfterLoss(lost);
            losses.confirmRequest(lost);
            log.warn(
                    getMarker("tables-requested-after-loss"),
                    "Requested the tables of all routers, after a topic was deleted or lost records: topics={}",
                    lost);
        }
    }

    private final class Run {
        final CountDownLatch stop = new CountDownLatch(1);
        final Thread thread = Thread.ofPlatform().name("engine-watch").daemon().unstarted(this::run);

        void run() {
            try {
                while (!stop.await(INTERVAL_MS, TimeUnit.MILLISECONDS)) {
                    try {
                        look();
                    } catch (KafkaException e) {
                        log.warn(
                                getMarker("engine-report-failed"),
                                "Report on the signature engine not accepted, trying again: error={}",
                                e.toString());
                    }
                }
            } catch (InterruptedException e) {
                log.debug("Interrupted because the validator stops", e);
            }
        }
    }
}
