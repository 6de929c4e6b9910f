// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feed;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * DelayBound of the table behind its input. A delay is an upper bound of the age of the oldest record not handled yet; null while it is not
 * known, zero when there is none.
 *
 * @param problem why the delays cannot be told, for an operator; null when they can
 * @param caughtUp whether everything that Kafka held when this process started has been judged, and its verdicts read
 * @param unjudged route events that validators have not committed; -1 while not known
 * @param judging the delay of the validators
 * @param judgingLate whether that is too long
 * @param unread records of verdicts and sessions that the store has not read, those of open transactions included; -1 while not known
 * @param reading the delay of the store
 * @param readingLate whether the two delays together are too long
 */
public record PipelineStatus(
        @Nullable String problem,
        boolean caughtUp,
        long unjudged,
        @Nullable Duration judging,
        boolean judgingLate,
        long unread,
        @Nullable Duration reading,
        boolean readingLate) {}
