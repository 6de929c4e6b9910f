// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmark of transports, {@code ./pathproof bench transports}.
 *
 * <p>For each {@link org.pathproof.benchmark.transports.Kind} of transport, {@link
 * org.pathproof.benchmark.transports.ChainRun} measures the way of routes through a {@link
 * org.pathproof.benchmark.transports.Line} of relays into a real collector, and a full table. {@link
 * org.pathproof.benchmark.transports.TransportCost} measures the CPU time of the transport alone. {@link
 * org.pathproof.benchmark.transports.Attack} sends forged packets with the addresses and numbers of a session.
 */
@NullMarked
package org.pathproof.benchmark.transports;

import org.jspecify.annotations.NullMarked;
