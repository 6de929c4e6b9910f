// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Delays of the table behind its input. A delay is an upper bound for the age of the oldest unprocessed record: zero if
 * there is none, null while unknown.
 *
 * @param problem reason why the delays cannot be measured now, for an operator; null if there is none
 * @param caughtUp true once all route events from before the start are validated and their verdicts are read
 * @param unvalidated number of route events that validators have not committed; -1 while unknown
 * @param validating delay of the validators
 * @param validatingLate true if the validators' delay is too long
 * @param unread number of records of verdicts and sessions that the store has not read, including those of open
 *     transactions; -1 while unknown
 * @param reading delay of the store
 * @param readingLate true if the delay of the table behind the route events is too long
 * @param table delay of the table behind the messages of routers: of collectors, validators and store together
 * @param tableLate true if that delay is too long. A router can cause it alone, so that no feed depends on it
 */
public record PipelineStatus(
        @Nullable String problem,
        boolean caughtUp,
        long unvalidated,
        @Nullable Duration validating,
        boolean validatingLate,
        long unread,
        @Nullable Duration reading,
        boolean readingLate,
        @Nullable Duration table,
        boolean tableLate) {}
