// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import static org.slf4j.MarkerFactory.getMarker;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.BitSet;
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
import org.pathproof.bgpsec.PathValidation;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.bgpsec.SignatureCheck;
import org.pathproof.contracts.metrics.EngineMetricNames;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.validator.route.Faults;
import org.pathproof.validator.route.RouteRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies the signatures of the records of a poll in one batch, before Kafka Streams processes the first record. This
 * class is an interceptor of the main consumer of each stream thread ({@code main.consumer.interceptor.classes}). The
 * consumer's configuration holds the {@link Parts} of the interceptor as an object.
 *
 * <p>Records are not changed. When the interceptor fails or skips a record, the processor verifies that record itself,
 * so that no record is lost. Exceptions are counted, because Kafka only logs them.
 */
public final class VerifyAhead implements ConsumerInterceptor<byte[], byte[]> {
    /** The configuration entry that holds the {@link Parts}. */
    public static final String PARTS = "pathproof.verify-ahead";

    private static final Logger log = LoggerFactory.getLogger(VerifyAhead.class);

    private @Nullable Parts parts;

    /**
     * The objects that the interceptor uses.
     *
     * @param topic the topic of route events
     * @param rpki supplies the newest RPKI set
     * @param verifier verifies the signatures of a batch
     * @param limit the number of signatures of a poll that are verified ahead; it bounds the duration of a poll
     * @param busy receives the duration of each batch on the stream thread, in nanoseconds
     * @param failures counts polls whose verification failed
     */
    public record Parts(
            String topic,
            Supplier<Optional<RpkiSet>> rpki,
            CachingVerifier verifier,
            int limit,
            LongConsumer busy,
            Counter failures) {
        public static Parts of(
                String topic,
                Supplier<Optional<RpkiSet>> rpki,
                CachingVerifier verifier,
                int limit,
                LongConsumer busy,
                MeterRegistry registry) {
            return new Parts(
                    topic,
                    rpki,
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
        Optional<RpkiSet> rpki = p.rpki().get();
        List<SignatureCheck> batch = new ArrayList<>();
        List<Prepared> prepared = new ArrayList<>(records.count());
        for (ConsumerRecord<byte[], byte[]> record : records.records(p.topic())) {
            RouteRecord decoded = RouteRecord.decode(record.key(), record.value());
            PathValidation validation = null;
            if (rpki.isPresent()
                    && batch.size() < p.limit()
                    && decoded instanceof RouteRecord.Announced announced
                    && announced.hasSignaturesToVerify()) {
                validation = validation(announced, rpki.get(), p);
            }
            prepared.add(new Prepared(record, decoded, validation, batch.size()));
            if (validation != null) {
                batch.addAll(validation.checks());
            }
        }
        Poll poll = new Poll(prepared.size(), p.verifier().trustedFromNow(), start);
        BitSet verified = batch.isEmpty() ? new BitSet() : p.verifier().verify(batch);
        poll.setVerified(System.nanoTime());
        for (Prepared a : prepared) {
            SignatureResults results = a.validation == null || rpki.isEmpty()
                    ? SignatureResults.NONE
                    : new SignatureResults(a.validation, rpki.get(), verified, a.from);
            a.record.headers().add(new VerifiedAhead(a.decoded, results, poll));
        }
    }

    /** Returns null if the validation fails: the processor then validates the path and reports the error. */
    private static @Nullable PathValidation validation(RouteRecord.Announced announced, RpkiSet rpki, Parts p) {
        return Faults.compute(
                () -> PathValidator.prepare(
                        announced.attribute(),
                        announced.context(),
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
            @Nullable PathValidation validation,
            int from) {}
}
