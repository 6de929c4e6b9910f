// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pathproof.wire.Prefix;

/**
 * The prefix lists and policies of a router. Subclasses apply text in the documented grammar of a vendor, and fail for
 * any other text. Subclasses also fail for the deletion of an absent prefix, except {@link OpenConfigRouter}.
 */
abstract class RouterLists {
    static final String NAME = "[A-Za-z_][A-Za-z0-9_]*";

    private final Map<String, Set<Prefix>> lists = new TreeMap<>();
    private final Map<String, Map<String, String>> policies = new TreeMap<>();

    /** Applies a complete text. */
    abstract void apply(String text);

    void add(String list, String prefix) {
        Prefix parsed = Prefix.parse(prefix);
        assertThat(parsed.toString()).as("canonical prefix").isEqualTo(prefix);
        lists.computeIfAbsent(list, name -> new TreeSet<>()).add(parsed);
    }

    void remove(String list, String prefix) {
        Set<Prefix> prefixes = lists.getOrDefault(list, Set.of());
        assertThat(prefixes).as("list %s", list).contains(Prefix.parse(prefix));
        prefixes.remove(Prefix.parse(prefix));
    }

    void removeList(String list) {
        assertThat(lists.remove(list)).as("deletion of list %s", list).isNotNull();
    }

    void replaceList(String list) {
        lists.put(list, new TreeSet<>());
    }

    /** Sets a term of a policy. The value names the list that the term rejects. */
    void policy(String policy, String term, String value) {
        policies.computeIfAbsent(policy, name -> new TreeMap<>()).put(term, value);
    }

    void removePolicy(String policy) {
        assertThat(policies.remove(policy)).as("deletion of policy %s", policy).isNotNull();
    }

    Map<String, Set<Prefix>> lists() {
        return lists;
    }

    /** Returns the terms of each policy. */
    Map<String, Map<String, String>> policies() {
        return policies;
    }

    /** Applies each line by the first rule that matches it; fails for a line without a rule. */
    static void eachLine(String text, List<Rule> rules) {
        assertThat(text)
                .satisfiesAnyOf(t -> assertThat(t).isEmpty(), t -> assertThat(t).endsWith("\n"));
        for (String line : text.lines().toList()) {
            boolean applied = false;
            for (Rule rule : rules) {
                Matcher matcher = rule.pattern().matcher(line);
                if (matcher.matches()) {
                    rule.action().accept(matcher);
                    applied = true;
                    break;
                }
            }
            assertThat(applied).as("line of the grammar: %s", line).isTrue();
        }
    }

    /** A production of a grammar that is written in lines. */
    record Rule(Pattern pattern, java.util.function.Consumer<Matcher> action) {
        static Rule of(String pattern, java.util.function.Consumer<Matcher> action) {
            return new Rule(Pattern.compile(pattern), action);
        }
    }
}
