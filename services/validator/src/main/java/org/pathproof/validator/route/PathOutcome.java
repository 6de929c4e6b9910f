// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import java.util.List;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.PathState;

/**
 * The result of validating a path.
 *
 * @param state the state of the path
 * @param findings the rules that the path breaks
 * @param hops the hops, origin first; empty for a route without BGPsec_PATH, and if no hop could be decoded
 * @param proof the keys that verified the hops, now or earlier; empty when the path was never verified
 * @param keysTried digest of the keys that could not verify the path; 0 when none were tried
 * @param blocks the number of Signature_Blocks; 0 if it is unknown
 */
public record PathOutcome(
        PathState state, List<Finding> findings, List<Hop> hops, List<ProofKey> proof, long keysTried, int blocks) {}
