// SPDX-License-Identifier: Apache-2.0
/**
 * The test stage {@code ./pathproof test interop}: other RPKI programs with the parts of Pathproof that speak RTR.
 *
 * <p>A {@link org.pathproof.interop.SourceCase} starts a cache or validator, from which key-sync reads. A {@link
 * org.pathproof.interop.RouterCase} starts a router, which reads from the RTR listeners of the policy API. Both cases
 * use a {@link org.pathproof.interop.Site}: key-sync, a Redis server and the follower of the set in Redis. {@link
 * org.pathproof.interop.SampleObjects} has the sets and the form in which they are compared. A {@link
 * org.pathproof.interop.Tap} between the two sides of RTR over TCP reads versions, session ids and serials.
 *
 * <p>Validators read a signed repository of {@link org.pathproof.interop.repository}.
 *
 * <p>Each case is one row of a {@link org.pathproof.interop.Table}. A case whose program is not installed is a row with
 * the reason.
 */
@NullMarked
package org.pathproof.interop;

import org.jspecify.annotations.NullMarked;
