// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.util.List;
import org.pathproof.wire.Prefix;

/**
 * The prefixes to refuse from one neighbour.
 *
 * @param name of the set in the router's configuration
 * @param neighbour in words, for a comment
 * @param prefixes ascending, without repetition
 * @param ambiguous how many prefixes were left out, because the neighbour sends them by a proved path too (ADD-PATH)
 */
record PrefixSet(String name, String neighbour, List<Prefix> prefixes, int ambiguous) {
    List<Prefix> ofFamily(boolean ipv4) {
        return prefixes.stream().filter(prefix -> prefix.isIpv4() == ipv4).toList();
    }
}
