// SPDX-License-Identifier: Apache-2.0
/**
 * A simulated internet with BGPsec, for the demo, the end-to-end tests and the benchmarks.
 *
 * <p>{@link SamplePaths} has real AS paths, and {@link LabKeys} has a router key for every AS. {@link PathSigner} signs
 * the paths (RFC 8205 section 4.2) with signatures from {@code org.pathproof.lab.sign}. Each {@link SimulatedRouter}
 * reports its routes over BMP. {@link Attacks} lists attacks on paths, each with its expected verdict. {@link Lab}
 * combines these parts and owns the RPKI, which an RTR cache serves. {@link DummyRouter} sends any BGP messages to a
 * router, and {@link CapturedRouter} creates the BMP of a router from a capture of its sessions.
 *
 * <p>The same seed gives the same keys and signatures, byte for byte (RFC 6979). The keys must not be used outside the
 * lab.
 */
@NullMarked
package org.pathproof.lab;

import org.jspecify.annotations.NullMarked;
