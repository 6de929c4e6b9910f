// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.util.List;
import org.pathproof.wire.Prefix;

/**
 * The prefixes to reject from one neighbour.
 *
 * @param name name of the set in the router's configuration
 * @param neighbour description of the neighbour for a comment
 * @param prefixes ascending, without repetition
 * @param ambiguous number of prefixes that are left out because the neighbour also has a proved path for them
 *     (ADD-PATH)
 */
record PrefixSet(String name, String neighbour, List<Prefix> prefixes, int ambiguous) {
    List<Prefix> ofFamily(boolean ipv4) {
        return prefixes.stream().filter(prefix -> prefix.isIpv4() == ipv4).toList();
    }
}
