// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.strategy;

import java.util.List;
import org.pathproof.network.model.Ending;
import org.pathproof.network.model.OverrideStrategy;
import org.pathproof.network.strategy.BestBorders.Partial;
import org.pathproof.network.strategy.PerRouter.Preference;
import org.pathproof.network.strategy.PerRouter.Reflection;

/** The ways to make overrides that the model compares. */
public final class Strategies {
    /** As in release 0.1: the router's own candidates, above every LOCAL_PREF, reflected, recognised by reflection. */
    public static final OverrideStrategy ABOVE_ALL =
            new PerRouter("above-all", OwnPaths.BY_REFLECTION, Preference.ABOVE_ALL, Reflection.ALL, false);

    /** LOCAL_PREF only as far as needed, own paths recognised by the large community, own CLUSTER_ID removed. */
    public static final OverrideStrategy ABOVE_THREATS =
            new PerRouter("above-threats", OwnPaths.BY_COMMUNITY, Preference.ABOVE_THREATS, Reflection.ALL, true);

    /** As {@link #ABOVE_THREATS}, and only paths from outside are reflected. */
    public static final OverrideStrategy ABOVE_THREATS_AS_THE_PATH = new PerRouter(
            "above-threats-as-the-path", OwnPaths.BY_COMMUNITY, Preference.ABOVE_THREATS, Reflection.AS_THE_PATH, true);

    /** Each router by itself, with NO_ADVERTISE. */
    public static final OverrideStrategy NO_ADVERTISE =
            new PerRouter("no-advertise", OwnPaths.BY_COMMUNITY, Preference.ABOVE_THREATS, Reflection.NONE, true);

    /** Each router by itself, ranked above LOCAL_PREF by the import policy of the feed session, reflected. */
    public static final OverrideStrategy LOCAL_RANK =
            new PerRouter("local-rank", OwnPaths.BY_COMMUNITY, Preference.LOCAL_RANK, Reflection.ALL, true);

    /** As {@link #LOCAL_RANK}, and only paths from outside are reflected. */
    public static final OverrideStrategy LOCAL_RANK_AS_THE_PATH = new PerRouter(
            "local-rank-as-the-path", OwnPaths.BY_COMMUNITY, Preference.LOCAL_RANK, Reflection.AS_THE_PATH, true);

    /** The best accepted path of the network at every fed router, reflected by all. */
    public static final OverrideStrategy COPIES = new CopiesOfNetworkBest("copies", true);

    /** The best accepted path of the network at every fed router, reflected by its own router only. */
    public static final OverrideStrategy LOCAL_COPIES = new CopiesOfNetworkBest("local-copies", false);

    /** The best accepted paths of the network at the routers where they enter. */
    public static final OverrideStrategy BEST_BORDERS =
            new BestBorders("best-borders", Preflight.NONE, Partial.ANNOUNCE_OTHERS, Ending.AT_ONCE);

    /** As {@link #BEST_BORDERS}, after a preflight. */
    public static final OverrideStrategy BEST_BORDERS_PREFLIGHT =
            new BestBorders("best-borders-preflight", Preflight.ALL, Partial.ANNOUNCE_OTHERS, Ending.AT_ONCE);

    /** As {@link #BEST_BORDERS_PREFLIGHT}, with copies elsewhere if no best path enters at a fed router. */
    public static final OverrideStrategy BEST_BORDERS_AND_COPIES =
            new BestBorders("best-borders-and-copies", Preflight.ALL, Partial.COPY, Ending.AT_ONCE);

    /** As {@link #BEST_BORDERS_PREFLIGHT}, if every best path enters at a router that gets an override. */
    public static final OverrideStrategy ALL_BEST_BORDERS =
            new BestBorders("all-best-borders", Preflight.ALL, Partial.REFUSE, Ending.LAST_ONE_LATER);

    /** As {@link #ALL_BEST_BORDERS}, and all overrides end at once. */
    public static final OverrideStrategy ALL_BEST_BORDERS_AT_ONCE =
            new BestBorders("all-best-borders-at-once", Preflight.ALL, Partial.REFUSE, Ending.AT_ONCE);

    /** As {@link #ALL_BEST_BORDERS}, and each override gets the lowest LOCAL_PREF before it ends. */
    public static final OverrideStrategy ALL_BEST_BORDERS_LOWERED =
            new BestBorders("all-best-borders-lowered", Preflight.ALL, Partial.REFUSE, Ending.LOWERED_FIRST);

    /** As {@link #ALL_BEST_BORDERS}, without a preflight: the rules of the product for one prefix. */
    public static final OverrideStrategy ALL_BEST_BORDERS_UNCHECKED =
            new BestBorders("all-best-borders-unchecked", Preflight.NONE, Partial.REFUSE, Ending.LAST_ONE_LATER);

    /** All strategies, in the order of tables. */
    public static final List<OverrideStrategy> ALL = List.of(
            ABOVE_ALL,
            ABOVE_THREATS,
            ABOVE_THREATS_AS_THE_PATH,
            NO_ADVERTISE,
            LOCAL_RANK,
            LOCAL_RANK_AS_THE_PATH,
            COPIES,
            LOCAL_COPIES,
            BEST_BORDERS,
            BEST_BORDERS_PREFLIGHT,
            BEST_BORDERS_AND_COPIES,
            ALL_BEST_BORDERS_AT_ONCE,
            ALL_BEST_BORDERS_LOWERED,
            ALL_BEST_BORDERS);

    private Strategies() {}
}
