/**
 * Prefix sets for routers that prove nothing themselves: per neighbour, the prefixes whose paths are not proved, as include files of FRR and
 * BIRD. What is in a set and why is decided in {@link org.pathproof.policyapi.export.PrefixSets}; how a daemon wants to read it, in {@link
 * org.pathproof.policyapi.export.FrrPrefixList} and {@link org.pathproof.policyapi.export.BirdPrefixSet}.
 */
@NullMarked
package org.pathproof.policyapi.export;

import org.jspecify.annotations.NullMarked;
