// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import java.util.List;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.PathState;

/**
 * What was found out about a path.
 *
 * @param state the result
 * @param findings what is wrong
 * @param hops origin first; empty when the path could not be decoded or there is none
 * @param proof which keys proved the hops, now or earlier; empty when the path never was proved
 * @param keysTried names the keys under which it could not be proved; 0 when none were tried
 * @param blocks how many Signature_Blocks the path has
 */
record PathOutcome(
        PathState state, List<Finding> findings, List<Hop> hops, List<ProvingKey> proof, long keysTried, int blocks) {}
