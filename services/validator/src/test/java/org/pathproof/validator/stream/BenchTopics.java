// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.BiConsumer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.streams.KeyValue;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.TopicIds;
import org.pathproof.contracts.Topics;

/** The topics of the task under test, which a test can lose. The test driver of Kafka Streams has no topic ids. */
final class BenchTopics implements TaskTopics {
    final Map<String, Uuid> ids = new HashMap<>(Map.of(
            Topics.ROUTES, Uuid.randomUuid(), Topics.VERDICTS, Uuid.randomUuid(), Topics.SESSIONS, Uuid.randomUuid()));
    long committed;
    long changelogStart;
    final List<KeyValue<byte[], byte @Nullable []>> verdicts = new ArrayList<>();
    /** Number of verdicts that a read returns. */
    int perRead = Integer.MAX_VALUE;

    @Override
    public TopicIds ids() {
        return new TopicIds(ids);
    }

    @Override
    public String changelog() {
        return "bench-routes-changelog";
    }

    @Override
    public long changelogStart(int partition) {
        return changelogStart;
    }

    @Override
    public long committed(int partition) {
        return committed;
    }

    @Override
    public boolean hasNoVerdicts(int partition) {
        return verdicts.isEmpty();
    }

    @Override
    public @Nullable PublishedVerdicts published(int partition) {
        Queue<KeyValue<byte[], byte @Nullable []>> left = new ArrayDeque<>(verdicts);
        return left.isEmpty()
                ? null
                : new PublishedVerdicts() {
                    @Override
                    public boolean read(BiConsumer<byte[], byte @Nullable []> taker) {
                        for (int i = 0; i < perRead && !left.isEmpty(); i++) {
                            KeyValue<byte[], byte @Nullable []> entry = left.remove();
                            taker.accept(entry.key, entry.value);
                        }
                        return !left.isEmpty();
                    }

                    @Override
                    public void close() {
                        left.clear();
                    }
                };
    }
}
