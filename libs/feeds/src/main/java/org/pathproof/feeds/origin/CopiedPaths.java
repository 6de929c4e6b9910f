// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.origin;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.pathproof.bgpsec.PathState;
import org.pathproof.wire.Bytes;

/**
 * Finds internal copies of refused paths. Routers drop BGPsec_PATH towards internal neighbors, so that a NOT_VALID path
 * of a border is UNSIGNED at the other routers.
 *
 * <p>A path from an internal neighbor is a copy of a refused path if the router that sent it has paths from outside
 * with the same AS_PATH, and all of these are NOT_VALID. A router without such paths from outside passes on copies only
 * if all its paths with this AS_PATH are copies. In all other cases, the path counts by its own state: the sender may
 * have received a path that is not known here.
 */
public final class CopiedPaths {
    /** States of a path that lost its signatures on the way, or whose signatures its receiver did not expect. */
    private static final Set<PathState> WITHOUT_SIGNATURES = EnumSet.of(PathState.UNSIGNED, PathState.MALFORMED);
    /** Maximum number of routers that pass on a copy one after the other. A longer way counts as unknown. */
    private static final int MAX_HOPS = 8;

    /** Returns the routers with the identifier and AS of a speaker. */
    private final Function<BgpSpeaker, Set<Bytes>> routers;
    /** The paths with one AS_PATH at each router. */
    private final Map<Bytes, AtRouter> atRouters = new HashMap<>();
    /** Routers whose paths from outside are all NOT_VALID, and routers that have copies of such paths only. */
    private final Set<Bytes> refusing = new HashSet<>();

    /** The paths with one AS_PATH at one router. */
    private static final class AtRouter {
        private boolean external;
        private boolean accepted;
        private final List<HeldPath> internal = new ArrayList<>();

        void add(HeldPath path) {
            if (path.isExternal()) {
                external = true;
                accepted |= path.state() != PathState.NOT_VALID;
            } else {
                internal.add(path);
            }
        }
    }

    private CopiedPaths(List<HeldPath> paths, Function<BgpSpeaker, Set<Bytes>> routers) {
        this.routers = routers;
        paths.forEach(path -> atRouters
                .computeIfAbsent(path.router(), ignored -> new AtRouter())
                .add(path));
        atRouters.forEach((router, held) -> {
            if (held.external && !held.accepted) {
                refusing.add(router);
            }
        });
        for (int hop = 0; hop < MAX_HOPS && !refusing.isEmpty() && passOn(); hop++) {}
    }

    /** Adds the routers that have copies only. Returns true if there is one. */
    private boolean passOn() {
        List<Bytes> further = new ArrayList<>();
        atRouters.forEach((router, held) -> {
            if (!held.external
                    && !refusing.contains(router)
                    && held.internal.stream().allMatch(path -> path.state() == PathState.NOT_VALID || isCopy(path))) {
                further.add(router);
            }
        });
        return refusing.addAll(further);
    }

    private boolean isCopy(HeldPath path) {
        if (path.isExternal() || !WITHOUT_SIGNATURES.contains(path.state())) {
            return false;
        }
        Set<Bytes> senders = routers.apply(path.sender().orElseThrow());
        return senders.stream().anyMatch(refusing::contains)
                && senders.stream().allMatch(sender -> refusing.contains(sender) || !atRouters.containsKey(sender));
    }

    /**
     * Returns the states with which paths of one prefix count, in the order of the paths: a copy of a refused path is
     * NOT_VALID, and every other path has its own state.
     *
     * @param routers returns the hashes of the monitored routers with an identifier and AS; empty for none
     */
    public static List<PathState> states(List<HeldPath> paths, Function<BgpSpeaker, Set<Bytes>> routers) {
        Map<ComparablePath, List<HeldPath>> byPath = new HashMap<>();
        paths.forEach(path -> byPath.computeIfAbsent(path.path(), ignored -> new ArrayList<>())
                .add(path));
        Map<ComparablePath, CopiedPaths> copied = new HashMap<>();
        byPath.forEach((path, same) -> copied.put(path, new CopiedPaths(same, routers)));
        List<PathState> states = new ArrayList<>(paths.size());
        for (HeldPath path : paths) {
            CopiedPaths same = copied.get(path.path());
            states.add(same != null && same.isCopy(path) ? PathState.NOT_VALID : path.state());
        }
        return states;
    }
}
