// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.TopicIds;

/** Facts about the topics of a task, read from Kafka and not from the task's store. */
public interface TaskTopics {
    /** Returns the ids of the topics since the start of Kafka Streams. */
    TopicIds ids();

    /** Returns the name of the changelog. */
    String changelog();

    /** Returns the first offset of a partition of the changelog. */
    long changelogStart(int partition);

    /** Returns the committed offset of route events with which the task begins; 0 without one. */
    long committed(int partition);

    /** Returns true if a partition has no verdicts, although the task may have published some. */
    boolean hasNoVerdicts(int partition);

    /** Opens the verdicts of a partition for reading, up to their present end; null if there are none. */
    @Nullable
    PublishedVerdicts published(int partition);

    /** The verdicts of one partition. */
    interface PublishedVerdicts extends AutoCloseable {
        /** Passes on the next keys and values, no value for a tombstone. Returns true if there are more. */
        boolean read(BiConsumer<byte[], byte @Nullable []> verdicts);

        @Override
        void close();
    }
}
