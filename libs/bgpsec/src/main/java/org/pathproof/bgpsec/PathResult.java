// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.List;
import org.pathproof.wire.bgp.SecurePath;

/**
 * The result of the validation of one path.
 *
 * @param state the result
 * @param findings the broken rules, most important first; empty for VALID without {@code explain}
 * @param segments the Secure_Path, newest segment first; empty if it cannot be decoded
 * @param hops the result of each signature, block by block, newest hop first
 */
public record PathResult(
        PathState state, List<Finding> findings, List<SecurePath.Segment> segments, List<HopResult> hops) {}
