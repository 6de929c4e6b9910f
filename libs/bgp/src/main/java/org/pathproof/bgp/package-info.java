// SPDX-License-Identifier: Apache-2.0
/**
 * A BGP speaker that announces routes to routers and accepts none.
 *
 * <p>An {@link UpdateSource} supplies the messages of one session. A {@link NegotiatedSession} tells the source the
 * encoding and the capabilities of the session. The source owns the routes; the speaker owns connections, timers and
 * errors, and polls the source only while the connection accepts bytes.
 */
@NullMarked
package org.pathproof.bgp;

import org.jspecify.annotations.NullMarked;
