// SPDX-License-Identifier: Apache-2.0
/**
 * The topology on Kafka Streams.
 *
 * <pre>
 *  pathproof.sessions --&gt; SessionProcessor --&gt; SessionBoard        (global: all sessions)
 *                                                   |
 *  pathproof.routes --[VerifyAhead]--&gt; RouteProcessor --&gt; pathproof.verdicts, pathproof.rejects
 *                                                   |
 *  RpkiSource --------&gt; RpkiHub -------------------/
 * </pre>
 *
 * <p>One {@link org.pathproof.validator.stream.RouteProcessor} runs per partition. The processor handles records one by
 * one: the verdict of a record is computed before the next record is processed. Other threads put changes of the RPKI
 * and of sessions into the mailboxes of each task, which merge the changes. The thread of the task takes the merged
 * changes between two records. {@link org.pathproof.validator.stream.Revalidator} and {@link
 * org.pathproof.validator.stream.Sweep} then work through the routes concerned in slices, within the {@link
 * org.pathproof.validator.stream.BackgroundBudget}. Unfinished work is not stored: a task that starts tests all its
 * routes.
 */
@NullMarked
package org.pathproof.validator.stream;

import org.jspecify.annotations.NullMarked;
