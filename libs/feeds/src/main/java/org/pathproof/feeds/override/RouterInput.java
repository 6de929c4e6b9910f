// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.RouteStates;

/**
 * The state of one router in a decision about one prefix.
 *
 * @param name unique name of the router in the network
 * @param paths the paths of the router to the prefix, in any order
 * @param unshown paths before policy that the router may use, and that its post-policy view cannot show
 * @param hidden the states of paths to the prefix whose attributes are not known
 * @param hidesLocalPreference true if the router shows no LOCAL_PREF of paths from external neighbors
 * @param unusable keys of paths that the router did not use as overrides
 * @param suspended true if all overrides of the router are withdrawn
 * @param lost true if the paths of the router may be out of date, so that they do not take part
 * @param obstacle reason why the router cannot receive overrides, apart from its policy; empty if it can
 */
record RouterInput(
        String name,
        RouterRules rules,
        Collection<CandidatePath> paths,
        Collection<CandidatePath> unshown,
        Collection<RouteStates> hidden,
        boolean hidesLocalPreference,
        Set<CandidatePath.Key> unusable,
        boolean suspended,
        boolean lost,
        Optional<Reason> obstacle) {
    RouterInput(String name, RouterRules rules, Collection<CandidatePath> paths) {
        this(name, rules, paths, List.of(), List.of(), false, Set.of(), false, false, Optional.empty());
    }

    /** Returns a path of the router as a path of the network. */
    NetworkPath networkPath(CandidatePath path) {
        return new NetworkPath(
                name,
                path,
                rules.localPreference(path),
                (!hidesLocalPreference && !unshown.contains(path))
                        || path.attributes().localPreference().isPresent());
    }

    /** Returns true if the policy refuses a path whose attributes are not known. */
    boolean hidesRefusedPath() {
        return hidden.stream()
                .anyMatch(states ->
                        rules.acceptance().group().acceptance().refusal(states).isPresent());
    }

    /**
     * Returns the reason why the router cannot receive an override; empty if it can. An override that no other router
     * needs may wait for the session of the router.
     *
     * @param borders number of routers where best accepted paths enter
     */
    Optional<Reason> obstacleAmong(int borders) {
        return obstacle.filter(reason -> borders > 1 || reason != Reason.BORDER_SESSION_DOWN)
                .or(() -> rules.overrides() ? Optional.empty() : Optional.of(Reason.BORDER_POLICY));
    }
}
