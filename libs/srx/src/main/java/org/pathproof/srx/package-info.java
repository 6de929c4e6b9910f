// SPDX-License-Identifier: Apache-2.0
/**
 * A server of the SRx proxy protocol. BGP-SRx routers ask it to validate the origin and the path of an update, and
 * hear when a result changes.
 *
 * <p>{@link org.pathproof.srx.SrxServer} accepts connections. Each connection has a reader and a writer thread; all
 * decisions are made by the one thread of {@link org.pathproof.srx.UpdateMonitor}, which owns the updates and the
 * {@link org.pathproof.srx.ProxySession}s. {@link org.pathproof.srx.UpdateJudge} applies the rules of libs/bgpsec under
 * the RPKI set in force. Sign Requests are refused: this server has no private keys.
 */
@NullMarked
package org.pathproof.srx;

import org.jspecify.annotations.NullMarked;
