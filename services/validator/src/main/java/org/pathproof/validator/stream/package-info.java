// SPDX-License-Identifier: Apache-2.0
/**
 * The topology on Kafka Streams.
 *
 * <pre>
 *  pathproof.sessions --&gt; SessionProcessor --&gt; SessionBoard        (global: every instance has all sessions)
 *                                                   |
 *  pathproof.routes --[VerifyAhead]--&gt; RouteProcessor --&gt; pathproof.verdicts, pathproof.rejects
 *                                                   |
 *  RpkiSource --------&gt; RpkiHub -------------------/
 * </pre>
 *
 * <p>One {@link org.pathproof.validator.stream.RouteProcessor} runs per partition. Its records are processed one by one and completely;
 * nothing is buffered between a record and its verdict. What other things touch (a key, a VRP, a session that went down) is noted in
 * inboxes by other threads, taken up by the thread of the task, and worked off in slices between records: what is still open when the
 * process ends is found again from the state store at the next start, so that nothing needs to be remembered about it.
 */
@NullMarked
package org.pathproof.validator.stream;

import org.jspecify.annotations.NullMarked;
