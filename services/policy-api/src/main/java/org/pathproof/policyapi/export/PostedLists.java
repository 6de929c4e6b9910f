// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.pathproof.wire.Prefix;

/** Collects the lists of a selection from a configuration of a router. Lists of other owners are ignored. */
final class PostedLists {
    private final Selection selection;
    private final Map<String, TreeSet<Prefix>> sets = new LinkedHashMap<>();

    PostedLists(Selection selection) {
        this.selection = selection;
    }

    /**
     * Adds the prefix of a list whose name ends with a family.
     *
     * @throws IllegalArgumentException when the list belongs to the selection and the text is not a prefix
     */
    void addWithSuffix(String list, String prefix) {
        if (list.endsWith(ConfigText.IPV4)) {
            add(list.substring(0, list.length() - ConfigText.IPV4.length()), prefix);
        } else if (list.endsWith(ConfigText.IPV6)) {
            add(list.substring(0, list.length() - ConfigText.IPV6.length()), prefix);
        }
    }

    /** Adds the prefix of a list that has the name of its set. */
    void add(String set, String prefix) {
        if (selection.ownsName(set)) {
            TreeSet<Prefix> prefixes = sets.computeIfAbsent(set, name -> new TreeSet<>());
            if (!prefix.equals(ConfigText.NEVER_IPV4) && !prefix.equals(ConfigText.NEVER_IPV6)) {
                prefixes.add(Prefix.ofFormatted(prefix));
            }
        }
    }

    /** Records a list without prefixes whose name ends with a family. */
    void beginWithSuffix(String list) {
        addWithSuffix(list, list.endsWith(ConfigText.IPV4) ? ConfigText.NEVER_IPV4 : ConfigText.NEVER_IPV6);
    }

    /** Returns the collected sets. */
    List<PrefixSet> sets() {
        return sets.entrySet().stream()
                .map(entry -> set(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static PrefixSet set(String name, Collection<Prefix> prefixes) {
        return new PrefixSet(
                name,
                "of the posted configuration",
                PackedPrefixes.of(true, prefixes),
                PackedPrefixes.of(false, prefixes),
                0);
    }
}
