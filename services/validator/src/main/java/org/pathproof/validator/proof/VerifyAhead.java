// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import static org.slf4j.MarkerFactory.getMarker;

import com.google.protobuf.ByteString;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathContext;
import org.pathproof.bgpsec.PathValidation;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.bgpsec.SignatureCheck;
import org.pathproof.contracts.metrics.EngineMetricNames;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.validator.route.Faults;
import org.pathproof.validator.route.Incoming;
import org.pathproof.validator.route.PathOutcome;
import org.pathproof.validator.route.RouteRecord;
import org.pathproof.validator.route.RouteRecord.Announced;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies the signatures of the records of a poll in one batch, before Kafka Streams processes the first record.
 * Paths whose proof a stored row has are not verified again. This class is an interceptor of the main consumer of each
 * stream thread ({@code main.consumer.interceptor.classes}). The consumer's configuration holds the {@link Parts} of
 * the interceptor as an object.
 *
 * <p>Records are not changed. When the interceptor fails or skips a record, the processor verifies that record itself,
 * so that no record is lost. Exceptions are counted, because Kafka only logs them.
 */
public final class VerifyAhead implements ConsumerInterceptor<byte[], byte[]> {
    /** The configuration entry that holds the {@link Parts}. */
    public static final String PARTS = "pathproof.verify-ahead";

    private static final Logger log = LoggerFactory.getLogger(VerifyAhead.class);

    private static final Path NOTHING = new Path(null, null, 0);

    private @Nullable Parts parts;

    /**
     * The objects that the interceptor uses.
     *
     * @param topic the topic of route events
     * @param rpki supplies the newest RPKI set
     * @param known finds paths that need no verification
     * @param verifier verifies the signatures of a batch
     * @param limit the number of signatures of a poll that are verified ahead; it bounds the duration of a poll
     * @param busy receives the duration of each batch on the stream thread, in nanoseconds
     * @param failures counts polls whose verification failed
     */
    public record Parts(
            String topic,
            Supplier<Optional<RpkiSet>> rpki,
            KnownPaths known,
            CachingVerifier verifier,
            int limit,
            LongConsumer busy,
            Counter failures) {
        public static Parts of(
                String topic,
                Supplier<Optional<RpkiSet>> rpki,
                KnownPaths known,
                CachingVerifier verifier,
                int limit,
                LongConsumer busy,
                MeterRegistry registry) {
            return new Parts(
                    topic,
                    rpki,
                    known,
                    verifier,
                    limit,
                    busy,
                    Counter.builder(EngineMetricNames.AHEAD_FAILURES).register(registry));
        }
    }

    @Override
    public void configure(Map<String, ?> configs) {
        if (!(configs.get(PARTS) instanceof Parts given)) {
            throw new IllegalArgumentException("the consumer has no " + PARTS + " in its configuration");
        }
        parts = given;
    }

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
        Parts p = parts;
        if (p != null && !records.isEmpty()) {
            long start = System.nanoTime();
            Faults.run(() -> verify(records, p, start), e -> {
                p.failures().increment();
                log.error(
                        getMarker("verify-ahead-failed"),
                        "Verification ahead failed, records are verified one by one: records={}",
                        records.count(),
                        e);
            });
            p.busy().accept(System.nanoTime() - start);
        }
        return records;
    }

    private static void verify(ConsumerRecords<byte[], byte[]> records, Parts p, long start) {
        RpkiSet rpki = p.rpki().get().orElse(null);
        Batch batch = new Batch(p, rpki);
        List<Prepared> prepared = new ArrayList<>(records.count());
        for (ConsumerRecord<byte[], byte[]> record : records.records(p.topic())) {
            RouteRecord decoded = RouteRecord.decode(record.key(), record.value());
            Incoming in = decoded instanceof RouteRecord.Announced announced ? Incoming.of(announced) : null;
            prepared.add(new Prepared(record, decoded, in, in == null ? NOTHING : batch.add(record.partition(), in)));
        }
        Poll poll = new Poll(prepared.size(), p.verifier().trustedFromNow(), start);
        BitSet verified = batch.checks.isEmpty() ? new BitSet() : p.verifier().verify(batch.checks);
        p.verifier().countRemembered(batch.known);
        poll.setVerified(System.nanoTime());
        for (Prepared a : prepared) {
            SignatureResults results = rpki == null ? SignatureResults.NONE : a.path.results(rpki, verified);
            a.record.headers().add(new VerifiedAhead(a.decoded, a.in, results, poll));
        }
    }

    /** The signatures of a poll that are verified together. A path that occurs several times is prepared once. */
    private static final class Batch {
        private final Parts parts;
        private final @Nullable RpkiSet rpki;
        private final List<SignatureCheck> checks = new ArrayList<>();
        private final Map<ByteString, Distinct> paths = new HashMap<>(); // by the hash of the attribute
        private int known; // signatures of paths that need no verification

        Batch(Parts parts, @Nullable RpkiSet rpki) {
            this.parts = parts;
            this.rpki = rpki;
        }

        Path add(int partition, Incoming in) {
            Announced announced = in.announced();
            RpkiSet set = rpki;
            if (set == null || checks.size() >= parts.limit() || !announced.hasSignaturesToVerify()) {
                return NOTHING;
            }
            PathOutcome outcome = Faults.compute(() -> parts.known().find(partition, in, set), e -> {
                log.debug("a path cannot be looked up", e);
                return null;
            });
            if (outcome != null) {
                known += outcome.hops().size();
                return new Path(outcome, null, 0);
            }
            PathContext context = announced.context();
            Distinct same = paths.get(in.attributeHash());
            if (same != null && same.context.equals(context)) {
                known += same.path.validation == null
                        ? 0
                        : same.path.validation.checks().size();
                return same.path;
            }
            Path path = new Path(null, validation(announced, context, set, parts), checks.size());
            if (path.validation != null) {
                checks.addAll(path.validation.checks());
            }
            paths.put(in.attributeHash(), new Distinct(context, path));
            return path;
        }
    }

    private record Distinct(PathContext context, Path path) {}

    /**
     * A path of a poll.
     *
     * @param known its outcome, if it is known; else null
     * @param validation the prepared path; null if there is none
     * @param from the index of its first signature in the batch
     */
    private record Path(
            @Nullable PathOutcome known, @Nullable PathValidation validation, int from) {
        SignatureResults results(RpkiSet rpki, BitSet verified) {
            if (known != null) {
                return SignatureResults.known(known, rpki);
            }
            return validation == null ? SignatureResults.NONE : SignatureResults.of(validation, rpki, verified, from);
        }
    }

    /** Returns null if the validation fails: the processor then validates the path and reports the error. */
    private static @Nullable PathValidation validation(
            Announced announced, PathContext context, RpkiSet rpki, Parts p) {
        return Faults.compute(
                () -> PathValidator.prepare(
                        announced.attribute(),
                        context,
                        rpki::routerKeys,
                        p.verifier().suites()),
                e -> {
                    log.debug("a path cannot be prepared ahead", e);
                    return null;
                });
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        // Nothing depends on commits.
    }

    @Override
    public void close() {
        // Other objects own the parts and close them.
    }

    private record Prepared(
            ConsumerRecord<byte[], byte[]> record,
            RouteRecord decoded,
            @Nullable Incoming in,
            Path path) {}
}
