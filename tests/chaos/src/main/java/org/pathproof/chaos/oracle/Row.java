// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.oracle;

import java.util.List;

/**
 * The fields of a verdict that the oracle predicts.
 *
 * @param number number of the update
 * @param findings rule and hop of each finding of a path in the state NOT_VALID
 * @param origin state and reason of origin validation
 * @param digest digest of the BGPsec_PATH, 0 for plain BGP
 * @param asPath AS path, nearest AS first
 */
public record Row(int number, String state, List<String> findings, String origin, long digest, List<Integer> asPath) {}
