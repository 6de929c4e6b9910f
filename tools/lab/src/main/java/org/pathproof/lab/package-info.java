// SPDX-License-Identifier: Apache-2.0
/**
 * A signed internet in a box: what the demo, the end-to-end tests and the benchmarks run Pathproof against.
 *
 * {@link SamplePaths} gives real AS paths, {@link LabKeys} a router key for every AS in them, {@link PathSigner} signs them hop by
 * hop (RFC 8205 section 4.2; {@code org.pathproof.lab.sign} makes the signatures), and {@link SimulatedRouter}s report them over BMP as
 * routers do. {@link Mischiefs} lists what can be done to a signed path, each with the verdict it ought to get. {@link Lab} puts all of it
 * together, with the RPKI of that internet for an RTR cache to serve.
 *
 * <p>Everything follows from a seed: the same seed gives the same keys and the same signatures (RFC 6979), octet for octet. The keys
 * are of no use outside.
 */
@NullMarked
package org.pathproof.lab;

import org.jspecify.annotations.NullMarked;
