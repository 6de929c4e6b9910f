// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.oracle;

import java.util.List;

/**
 * What of a verdict the oracle foretells.
 *
 * @param number of the update that it is about
 * @param findings of a path that is not valid: rule and hop
 * @param origin state and reason
 * @param digest of the BGPsec_PATH, 0 for plain BGP
 * @param asPath nearest first
 */
public record Row(int number, String state, List<String> findings, String origin, long digest, List<Integer> asPath) {}
