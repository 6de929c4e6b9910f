// SPDX-License-Identifier: Apache-2.0
/**
 * A simulated internet with BGPsec, for the demo, the end-to-end tests and the benchmarks.
 *
 * <p>{@code paths} has routes, keys and signed UPDATEs, with signatures from {@code sign}. {@code attacks} has attacks
 * on paths, each with its expected verdict. {@code routers} reports the routes to collectors over BMP. {@link Lab}
 * combines these packages as {@link LabSettings} say and owns the RPKI, which an RTR cache serves. {@link Churn}
 * withdraws and announces routes at random.
 *
 * <p>The same seed gives the same keys and signatures, byte for byte (RFC 6979). The keys must not be used outside the
 * lab.
 */
@NullMarked
package org.pathproof.lab;

import org.jspecify.annotations.NullMarked;
