// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The losses of a change of the policy: groups and routers without announcements, and ended exceptions. New exceptions
 * beyond the {@link ExceptionBounds} count, too. Such a change needs a confirmation.
 */
public final class PolicyRisks {
    /** Maximum number of sentences, and of names in a sentence. */
    private static final int MAX_NAMED = 10;

    private final List<String> sentences = new ArrayList<>();
    private int unnamed;

    private PolicyRisks() {}

    /**
     * Returns a sentence for each loss; empty for a change without a loss.
     *
     * @param before the policy in force
     * @param after the policy that replaces it
     */
    public static List<String> of(PolicyDocument before, PolicyDocument after, Instant now) {
        PolicyRisks risks = new PolicyRisks();
        if (before.feeds() && !after.feeds()) {
            risks.add("feeds: false withdraws every announcement of every feed");
        }
        risks.compareNumbers(before, after);
        risks.compareGroups(before.groups(), after.groups());
        risks.compareExceptions(before.exceptions(), after.exceptions(), now);
        return risks.all();
    }

    private void compareNumbers(PolicyDocument before, PolicyDocument after) {
        if (before.numbers().isEmpty()
                || before.numbers().equals(after.numbers())
                || before.groups().stream().noneMatch(PolicyRisks::announces)) {
            return;
        }
        FeedNumbers old = before.numbers().get();
        if (after.numbers().isEmpty()) {
            add("own-as " + old.ownAs() + " is removed, which ends the BGP sessions of the feeds");
            return;
        }
        FeedNumbers changed = after.numbers().get();
        if (old.ownAs() != changed.ownAs()) {
            add("own-as changes from " + old.ownAs() + " to " + changed.ownAs()
                    + ", which ends the BGP sessions of the feeds");
        }
        if (old.communityBase() != changed.communityBase()) {
            add("community-base changes from " + old.communityBase() + " to " + changed.communityBase()
                    + ", so that routers no longer find the communities of states");
        }
    }

    private void compareGroups(List<RouterGroup> before, List<RouterGroup> after) {
        Map<String, RouterGroup> kept = after.stream()
                .collect(Collectors.toMap(RouterGroup::name, Function.identity(), (first, second) -> first));
        if (after.isEmpty() && !before.isEmpty() && before.stream().noneMatch(PolicyRisks::announces)) {
            add("every group is removed: "
                    + names(before.stream().map(RouterGroup::name).toList()));
        }
        for (RouterGroup group : before) {
            RouterGroup now = kept.get(group.name());
            if (!announces(group)) {
                continue;
            }
            if (now == null) {
                add("group " + group.name() + " is removed (" + group.policy().label() + ": "
                        + names(texts(group.routers())) + ")");
            } else if (now.policy().overrides() != group.policy().overrides() || !announces(now)) {
                add("group " + group.name() + " changes from " + group.policy().label() + " to "
                        + now.policy().label());
            } else {
                List<RouterPattern> lost = group.routers().stream()
                        .filter(pattern -> !now.routers().contains(pattern))
                        .toList();
                if (!lost.isEmpty()) {
                    add("group " + group.name() + " loses the routers " + names(texts(lost)));
                }
            }
        }
    }

    private static boolean announces(RouterGroup group) {
        return group.policy() != PolicyKind.OBSERVE;
    }

    private void compareExceptions(List<PolicyException> before, List<PolicyException> after, Instant now) {
        before.stream()
                .filter(exception -> exception.isActive(now)
                        && after.stream()
                                .noneMatch(kept -> kept.isActive(now)
                                        && kept.scope().equals(exception.scope())
                                        && kept.groups().equals(exception.groups())))
                .forEach(exception -> add("the exception of " + exception.owner() + " for "
                        + ExceptionBounds.describe(exception.scope()) + " until " + exception.expires()
                        + " is removed"));
        after.stream().filter(exception -> !before.contains(exception)).forEach(exception -> {
            List<String> exceeded = ExceptionBounds.exceeded(exception, now);
            if (!exceeded.isEmpty()) {
                add("the exception of " + exception.owner() + " for "
                        + ExceptionBounds.describe(exception.scope()) + " is large: "
                        + String.join(", and ", exceeded));
            }
        });
    }

    private void add(String sentence) {
        if (sentences.size() < MAX_NAMED) {
            sentences.add(sentence);
        } else {
            unnamed++;
        }
    }

    private List<String> all() {
        if (unnamed > 0) {
            sentences.add(unnamed + " more");
        }
        return List.copyOf(sentences);
    }

    private static List<String> texts(List<RouterPattern> patterns) {
        return patterns.stream().map(RouterPattern::text).toList();
    }

    private static String names(List<String> names) {
        String first = names.stream().limit(MAX_NAMED).collect(Collectors.joining(", "));
        return names.size() > MAX_NAMED ? first + " and " + (names.size() - MAX_NAMED) + " more" : first;
    }
}
