// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.feeds.preview.PolicyPreview;
import org.pathproof.feeds.preview.PreviewedChange;

/**
 * The effect of a policy on one router, before it is applied.
 *
 * @param router name or address in the settings
 * @param policy the policy of the preview
 * @param hints causes for which the policy finds no paths, or not those of all neighbors
 * @param suspensions reasons for which nothing is announced under any policy
 * @param copies copies of the router's engines under the policy
 * @param sent true for announcements that the router can receive
 */
public record RouterPreview(
        String router,
        RouterPolicy policy,
        List<String> hints,
        Set<Suspension> suspensions,
        PolicyPreview copies,
        Predicate<PreviewedChange> sent) {
    /** Returns the changed announcements, in the order of prefixes. */
    public Stream<PreviewedChange> changes() {
        return copies.changes().filter(sent);
    }
}
