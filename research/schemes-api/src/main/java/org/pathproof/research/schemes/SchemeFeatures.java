// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

/**
 * Properties of a scheme that operators compare.
 *
 * @param verifiesHopsIndependently true if each hop can be verified without the proofs of the other hops
 * @param cacheable true if the result for a hop stays correct when the hop occurs in another route or copy
 * @param batchable true if a verifier gains time from verifying many paths together
 * @param namesFailingHop true if the verifier can name the hop whose proof fails
 * @param sendsPrivateValues true if a route carries private values for its receiver
 */
public record SchemeFeatures(
        boolean verifiesHopsIndependently,
        boolean cacheable,
        boolean batchable,
        boolean namesFailingHop,
        boolean sendsPrivateValues) {}
