// SPDX-License-Identifier: Apache-2.0
/**
 * A server of the SRx proxy protocol. BGP-SRx routers send requests for the validation of the origin and the path of an
 * update. The server reports later changes of the results.
 *
 * <p>{@link org.pathproof.srx.SrxServer} accepts connections. Each connection has a reader and a writer thread. One
 * thread runs {@link org.pathproof.srx.UpdateMonitor}, which makes all decisions and owns the updates and the {@link
 * org.pathproof.srx.ProxySession}s. {@link org.pathproof.srx.UpdateValidator} applies the rules of libs/bgpsec to
 * updates, with the current RPKI set. Sign Requests are refused: this server has no private keys.
 */
@NullMarked
package org.pathproof.srx;

import org.jspecify.annotations.NullMarked;
