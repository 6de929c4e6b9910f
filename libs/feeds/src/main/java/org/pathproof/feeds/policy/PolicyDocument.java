// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The policy of all feeds.
 *
 * @param version number that the store assigns; 0 for a document that is not stored
 * @param feeds false to withdraw every announcement of every feed
 * @param numbers numbers of the feeds; always present if a group announces routes
 * @param groups in order of precedence
 * @param exceptions in canonical order
 */
public record PolicyDocument(
        long version,
        boolean feeds,
        Optional<FeedNumbers> numbers,
        List<RouterGroup> groups,
        List<PolicyException> exceptions) {
    /** The policy before a document exists: every router is only observed. */
    public static final PolicyDocument EMPTY = new PolicyDocument(0, true, Optional.empty(), List.of(), List.of());

    public PolicyDocument {
        groups = List.copyOf(groups);
        exceptions = exceptions.stream()
                .distinct()
                .sorted(Comparator.comparing(PolicyException::toString))
                .toList();
    }

    /** Returns the same policy with another version. */
    public PolicyDocument withVersion(long version) {
        return new PolicyDocument(version, feeds, numbers, groups, exceptions);
    }

    /** Returns the same policy with the switch of all feeds on or off. */
    public PolicyDocument withFeeds(boolean feeds) {
        return new PolicyDocument(version, feeds, numbers, groups, exceptions);
    }

    /** Returns the same policy with other exceptions. */
    public PolicyDocument withExceptions(List<PolicyException> others) {
        return new PolicyDocument(version, feeds, numbers, groups, others);
    }

    /** Returns the policy of a router: the first group that matches the router, with the exceptions for this group. */
    public RouterPolicy forRouter(RouterIdentity router) {
        RouterGroup group = groups.stream()
                .filter(candidate -> candidate.matches(router))
                .findFirst()
                .orElse(RouterGroup.UNASSIGNED);
        return new RouterPolicy(
                feeds,
                numbers,
                group,
                exceptions.stream()
                        .filter(exception -> exception.appliesTo(group.name()))
                        .toList());
    }
}
