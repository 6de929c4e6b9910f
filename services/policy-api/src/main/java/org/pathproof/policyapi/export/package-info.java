/**
 * Prefix sets for routers without BGPsec. The sets list, for each neighbour, the prefixes whose paths are not proved,
 * as include files of FRR and BIRD. {@link org.pathproof.policyapi.export.PrefixSets} selects the prefixes. {@link
 * org.pathproof.policyapi.export.FrrPrefixList} and {@link org.pathproof.policyapi.export.BirdPrefixSet} format the
 * sets.
 */
@NullMarked
package org.pathproof.policyapi.export;

import org.jspecify.annotations.NullMarked;
