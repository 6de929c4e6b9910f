// SPDX-License-Identifier: Apache-2.0
/**
 * Simulated routers and BGP speakers.
 *
 * <p>{@link SimulatedRouter} reports the routes of its {@link LabPeer}s to collectors over BMP, and {@link
 * CapturedRouter} creates the BMP of a router from a capture of its sessions. {@link DummyRouter} and {@link
 * SigningUpstream} send given BGP messages to a router under test.
 */
@NullMarked
package org.pathproof.lab.routers;

import org.jspecify.annotations.NullMarked;
