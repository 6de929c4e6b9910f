// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.preview;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.pathproof.feeds.override.ActiveOverride;
import org.pathproof.feeds.override.OverrideEngine;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.wire.Prefix;

/**
 * Previews the effect of a policy on one router.
 *
 * @param changes changed overrides in the order of prefixes
 * @param waiting number of overrides that the limit on their number would stop
 * @param withoutAcceptedPath number of prefixes that would have no accepted path
 */
public record PolicyPreview(List<PreviewedChange> changes, int waiting, int withoutAcceptedPath) {
    /**
     * Returns the difference between the overrides now and under the policy. The limit of changes is ignored. The
     * engine does not change. The call is not thread-safe, as all calls of the engine.
     */
    public static PolicyPreview of(OverrideEngine engine, RouterPolicy policy, Instant now) {
        OverrideEngine copy = engine.copyForPreview();
        copy.policy(policy);
        copy.advance(now);
        TreeSet<Prefix> prefixes = new TreeSet<>(engine.active().keySet());
        prefixes.addAll(copy.active().keySet());
        List<PreviewedChange> changes = new ArrayList<>();
        for (Prefix prefix : prefixes) {
            Optional<ActiveOverride> before =
                    Optional.ofNullable(engine.active().get(prefix));
            Optional<ActiveOverride> after = Optional.ofNullable(copy.active().get(prefix));
            if (!attributes(before).equals(attributes(after))) {
                changes.add(new PreviewedChange(prefix, before, after));
            }
        }
        return new PolicyPreview(changes, copy.counts().waiting(), copy.counts().withoutAcceptedPath());
    }

    private static Optional<RouteAttributes> attributes(Optional<ActiveOverride> override) {
        return override.map(ActiveOverride::attributes);
    }
}
