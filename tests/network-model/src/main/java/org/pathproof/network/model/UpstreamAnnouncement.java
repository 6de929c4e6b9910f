// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

/**
 * A path to the one prefix of the model, as an upstream announces it.
 *
 * @param upstream index of the upstream
 * @param neighborAs first AS of the path
 * @param length length of AS_PATH
 * @param origin ORIGIN: 0 IGP, 1 EGP, 2 INCOMPLETE
 * @param med MULTI_EXIT_DISC; -1 if missing
 * @param tampered true if the signatures do not verify, so that the policy refuses the path
 */
public record UpstreamAnnouncement(int upstream, int neighborAs, int length, int origin, int med, boolean tampered) {}
