// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.List;
import org.pathproof.wire.bgp.SecurePath;

/**
 * The verdict on one path.
 *
 * @param state the result
 * @param findings everything that was found, most important first; empty for VALID
 * @param segments the Secure_Path in wire order (newest first); empty when it could not be decoded
 * @param hops what became of each signature, newest first, block by block
 */
public record Judgement(
        PathState state, List<Finding> findings, List<SecurePath.Segment> segments, List<HopResult> hops) {}
