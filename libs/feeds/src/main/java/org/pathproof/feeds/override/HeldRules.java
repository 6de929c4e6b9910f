// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.pathproof.feeds.override.OverrideDecision.Announce;
import org.pathproof.feeds.override.OverrideDecision.None;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.feeds.policy.FlapAction;
import org.pathproof.feeds.policy.FlapDamping;
import org.pathproof.wire.Prefix;

/** Decides what remains of the overrides of a held prefix. Not thread-safe. */
final class HeldRules {
    /** Reasons without an override that do not end the present overrides of a held prefix. */
    private static final Set<Reason> HARMLESS = EnumSet.of(
            Reason.ALL_ACCEPTED,
            Reason.NOT_NEEDED,
            Reason.OTHER_BORDER,
            Reason.NO_PATH,
            Reason.POLICY,
            Reason.SUSPENDED);

    private final List<RouterState> routers;
    private final Prefix prefix;
    private final Instant now;

    HeldRules(List<RouterState> routers, Prefix prefix, Instant now) {
        this.routers = routers;
        this.prefix = prefix;
        this.now = now;
    }

    /**
     * Returns true if the overrides of the prefix stay as they are: the policy keeps them, each announced path is still
     * accepted, and no higher LOCAL_PREF is needed. The end of their need does not end them, because an oscillation
     * would go on.
     */
    boolean canStay(Map<String, OverrideDecision> decisions, FlapDamping damping) {
        return damping.action() == FlapAction.KEEP
                && routers.stream()
                        .anyMatch(router -> router.announcements().active().containsKey(prefix))
                && routers.stream().allMatch(this::canKeep)
                && decisions.values().stream().allMatch(this::isHarmless);
    }

    /** Returns true if a router has no override of the prefix, or can keep the one that it has. */
    private boolean canKeep(RouterState router) {
        ActiveOverride override = router.announcements().active().get(prefix);
        return override == null || router.suspensions().isEmpty() && router.isGood(override, now);
    }

    private boolean isHarmless(OverrideDecision decision) {
        return switch (decision) {
            case Announce announce ->
                routers.stream()
                        .map(router -> router.announcements().active().get(prefix))
                        .filter(Objects::nonNull)
                        .allMatch(active -> active.attributes()
                                        .localPreference()
                                        .orElse(0)
                                >= announce.attributes().localPreference().orElse(0));
            case None none -> HARMLESS.contains(none.reason());
            case OverrideDecision.NoAcceptedPath _ -> false;
        };
    }

    /**
     * Returns decisions with the effect of a hold: no override if the policy withdraws those of held prefixes, or after
     * too many changes.
     *
     * @param flap true if a change of the overrides counts
     */
    static Map<String, OverrideDecision> limit(
            Map<String, OverrideDecision> decisions, Hold hold, boolean flap, FlapDamping damping) {
        if (decisions.values().stream().noneMatch(Announce.class::isInstance)
                || hold.replace(AnnouncedPaths.of(decisions), flap, damping)) {
            return decisions;
        }
        Map<String, OverrideDecision> without = new TreeMap<>(decisions);
        without.replaceAll((router, decision) -> decision instanceof Announce ? None.of(Reason.HELD) : decision);
        return without;
    }
}
