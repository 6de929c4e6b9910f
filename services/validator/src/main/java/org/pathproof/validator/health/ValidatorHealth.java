// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.health;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.KafkaStreams;
import org.pathproof.p256.SignatureEngine;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.validator.kafka.ValidatorStreams;
import org.pathproof.validator.stream.RouteGaps;
import org.pathproof.validator.stream.StateLosses;
import org.pathproof.validator.stream.Upkeep;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Reports problems that prevent, delay or falsify validations, as sentences for an operator. */
public final class ValidatorHealth implements HealthIndicator {
    /** Delay above which background work is reported. */
    private static final Duration MAX_UPKEEP_DELAY = Duration.ofSeconds(2);

    private final ValidatorStreams streams;
    private final RpkiSource rpki;
    private final SignatureEngine engine;
    private final Upkeep upkeep;
    private final LongSupplier failedRoutes;
    private final LongSupplier untrustedRoutes;
    private final RouteGaps gaps;
    private final StateLosses losses;

    /**
     * @param failedRoutes supplies the number of routes that are not validated because of an error in Pathproof
     * @param untrustedRoutes supplies the number of routes that await a new proof
     */
    public ValidatorHealth(
            ValidatorStreams streams,
            RpkiSource rpki,
            SignatureEngine engine,
            Upkeep upkeep,
            LongSupplier failedRoutes,
            LongSupplier untrustedRoutes,
            RouteGaps gaps,
            StateLosses losses) {
        this.losses = losses;
        this.failedRoutes = failedRoutes;
        this.untrustedRoutes = untrustedRoutes;
        this.gaps = gaps;
        this.streams = streams;
        this.rpki = rpki;
        this.upkeep = upkeep;
        this.engine = engine;
    }

    @Override
    public Health health() {
        KafkaStreams.State state = streams.state();
        List<String> problems = new ArrayList<>();
        String failure = streams.problem();
        if (failure != null) {
            problems.add(failure);
        } else if (state != KafkaStreams.State.RUNNING) {
            problems.add(
                    state == null
                            ? "Kafka Streams is not started: the service is starting, or Kafka is unreachable"
                            : "Kafka Streams is " + state + ": routes are not validated now");
        }
        Duration waited = upkeep.oldest();
        if (upkeep.isStarting()) {
            problems.add("all routes are tested after a start: verdicts may be from an older RPKI set, or of"
                    + " withdrawn routes");
        } else if (waited.compareTo(MAX_UPKEEP_DELAY) > 0) {
            problems.add("routes wait for " + waited.toSeconds()
                    + " s to be revalidated after a change of the RPKI, or to be withdrawn after the end of a session");
        }
        if (!streams.pausedBecause().isEmpty()) {
            problems.add("validation is paused: " + streams.pausedBecause());
        }
        String lost = losses.problem();
        if (!lost.isEmpty()) {
            problems.add(lost);
        }
        String gap = gaps.problem();
        if (!gap.isEmpty()) {
            problems.add(gap);
        }
        if (rpki.current().isEmpty()) {
            problems.add("there is no complete RPKI set yet: verdicts are UNVERIFIED");
        }
        String source = rpki.status().problem();
        if (source != null) {
            problems.add(source);
        }
        long failed = failedRoutes.getAsLong();
        if (failed > 0) {
            problems.add(failed + (failed == 1 ? " route is" : " routes are")
                    + " not validated because of an error in Pathproof, and UNVERIFIED (finding judging-failed): report the ERROR line of the log."
                    + " They are revalidated each minute and when the RPKI data changes");
        }
        long untrusted = untrustedRoutes.getAsLong();
        if (untrusted > 0) {
            problems.add(untrusted + (untrusted == 1 ? " route awaits" : " routes await") + " a new proof, because "
                    + (gaps.distrust().isEmpty()
                            ? "theirs were lost with the state of the validators"
                            : gaps.distrust())
                    + ": UNVERIFIED (finding proof-doubted) until their routers send them again");
        }
        if (!engine.figures().trusted()) {
            problems.add(
                    "the signature engine " + engine.name()
                            + " gave a wrong result or failed: it is disabled, and Bouncy Castle verifies, which is slow. Earlier proofs"
                            + " are untrusted: restart this instance with pathproof.p256.engine=bouncy-castle, and report the log");
        }
        Health.Builder health = problems.isEmpty() ? Health.up() : Health.down();
        health.withDetail("engine", engine.name());
        health.withDetail("streams", state == null ? "not started" : state.name());
        double lag = streams.lag();
        health.withDetail("lag", Double.isNaN(lag) ? "unknown" : Long.toString(Math.round(lag)));
        rpki.current().map(RpkiSet::serial).ifPresent(serial -> health.withDetail("rpkiSerial", serial.toLong()));
        rpki.current()
                .ifPresent(set ->
                        health.withDetail("routerKeys", set.allRouterKeys().size()));
        if (!problems.isEmpty()) {
            health.withDetail("problems", problems);
        }
        return health.build();
    }
}
