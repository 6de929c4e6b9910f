// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pathproof.feeds.override.OverrideDecision.None;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.feeds.override.ReflectionEvidence;
import org.pathproof.feeds.override.RouterOverrides;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.feeds.policy.FeedNumbers;
import org.pathproof.routerfeeds.bgp.FeedRequirement.Kind;
import org.pathproof.routerfeeds.bgp.FeedRequirement.State;
import org.pathproof.wire.Plural;

/** Checks the requirements of overrides at one router, before the first override, from BMP and the BGP session. */
final class FeedCheck {
    private final List<FeedRequirement> requirements = new ArrayList<>();

    private FeedCheck() {}

    /**
     * Checks a router. The caller holds the lock of the feeds.
     *
     * @param causes causes for missing paths
     * @param session the BGP session of the router with Pathproof; empty without a neighbor
     */
    static List<FeedRequirement> of(
            RouterOverrides router,
            RouterSessions sessions,
            FeedDiagnosis.Causes causes,
            Optional<FeedSession> session) {
        FeedCheck check = new FeedCheck();
        check.checkBmp(router, sessions);
        check.checkPaths(router, causes);
        check.checkPolicy(router);
        check.checkSession(session);
        check.checkNetwork(router);
        check.checkLocalPreference(router);
        ReflectionEvidence evidence = router.evidence();
        check.checkNextHops(router, evidence);
        check.checkReflection(router, evidence);
        check.addUnseen(router);
        return check.requirements;
    }

    private void add(Kind kind, boolean met, String ifMet, String ifNot) {
        requirements.add(new FeedRequirement(kind, met ? State.MET : State.NOT_MET, met ? ifMet : ifNot));
    }

    private void add(Kind kind, State state, String words) {
        requirements.add(new FeedRequirement(kind, state, words));
    }

    private void checkBmp(RouterOverrides router, RouterSessions sessions) {
        add(
                Kind.BMP,
                sessions.hasPeers() && !router.suspensions().contains(Suspension.ROUTER_LOST),
                "the router monitors " + Plural.of(sessions.peers().size(), "neighbor"),
                "the router sends no Adj-RIB-In of a neighbor: connect it to the collector");
    }

    private void checkPaths(RouterOverrides router, FeedDiagnosis.Causes causes) {
        int hidden = router.hiddenPrefixes();
        int unshown = router.policy().group().trustPrePolicy() ? 0 : router.unshownPrefixes();
        add(
                Kind.PATHS,
                hidden == 0 && unshown == 0 && causes.hints().isEmpty(),
                Plural.of(router.counts().prefixes(), "prefix has a path", "prefixes have paths"),
                hidden > 0
                        ? Plural.of(hidden, "prefix has", "prefixes have")
                                + " a path without published attributes: add " + router.name()
                                + " to pathproof.collector.path-attributes.routers"
                        : unshown > 0
                                ? Plural.of(unshown, "prefix has", "prefixes have")
                                        + " several paths of one neighbor, of which the router shows one after its policy:"
                                        + " set trust-pre-policy in group "
                                        + router.policy().group().name()
                                : String.join("; ", causes.hints()));
    }

    private void checkPolicy(RouterOverrides router) {
        String group = "group " + router.policy().group().name() + " has the policy "
                + router.policy().group().policy().label();
        add(
                Kind.POLICY,
                router.policy().feeds() && router.policy().group().policy().overrides(),
                group,
                router.policy().feeds()
                        ? group + ", which makes no overrides"
                        : "all feeds are switched off: ./pathproof query policy on");
    }

    private void checkSession(Optional<FeedSession> session) {
        add(
                Kind.SESSION,
                session.filter(FeedSession::isEstablished).isPresent(),
                "the BGP session is established",
                session.map(bgp -> "the BGP session with " + bgp.neighbor() + " is " + bgp.state()
                                + bgp.lastError()
                                        .map(error -> " (" + error + ")")
                                        .orElse(""))
                        .orElse("the router has no neighbor in pathproof.feeds.routers: overrides are only shown"));
    }

    private void checkNetwork(RouterOverrides router) {
        Optional<None> obstacle = router.networkObstacle();
        add(
                Kind.BORDERS_MONITORED,
                obstacle.isEmpty(),
                "every router that sends external paths over iBGP is monitored, as far as monitored routers see",
                "routers that send external paths over iBGP are not monitored: "
                        + obstacle.map(none -> String.join(", ", none.routers()))
                                .orElse(""));
        List<String> others = router.bordersWithoutOverrides();
        add(
                Kind.BORDERS_FED,
                others.isEmpty(),
                "every monitored router with external paths can receive overrides",
                "routers with external paths cannot receive overrides: " + String.join(", ", others));
    }

    private void checkLocalPreference(RouterOverrides router) {
        boolean set = router.policy().group().localPreference().isPresent();
        if (!router.hidesLocalPreference() || set) {
            add(
                    Kind.LOCAL_PREFERENCE,
                    State.MET,
                    set
                            ? "the policy sets LOCAL_PREF of overrides; it must be above those of the import policies"
                            : "the router shows LOCAL_PREF of its paths");
        } else {
            add(
                    Kind.LOCAL_PREFERENCE,
                    State.UNKNOWN,
                    "the router does not show LOCAL_PREF of external paths: if an import policy sets it, set"
                            + " local-preference of group "
                            + router.policy().group().name() + " above the highest value");
        }
    }

    private void checkNextHops(RouterOverrides router, ReflectionEvidence evidence) {
        if (router.flaw().filter(Reason.BORDER_NEXT_HOP::equals).isPresent()) {
            add(
                    Kind.NEXT_HOPS,
                    State.NOT_MET,
                    "the router sends its own address as next hop to inner routers: let it do so for reflected routes"
                            + " too (next-hop-self force), and set usable-next-hops of the router");
        } else if (evidence.external() == 0) {
            add(
                    Kind.NEXT_HOPS,
                    State.UNKNOWN,
                    "no other monitored router receives paths of this router: with next-hop-self, it must also rewrite"
                            + " next hops of reflected routes (force)");
        } else {
            add(
                    Kind.NEXT_HOPS,
                    State.MET,
                    evidence.rewritten() > 0
                            ? "usable-next-hops is set"
                            : "the router does not rewrite next hops towards inner routers");
        }
    }

    private void checkReflection(RouterOverrides router, ReflectionEvidence evidence) {
        if (router.flaw().filter(Reason.BORDER_REFLECTION::equals).isPresent()) {
            add(
                    Kind.REFLECTION,
                    State.NOT_MET,
                    "the router reflected an override without ORIGINATOR_ID, and would not withdraw it: make its"
                            + " internal neighbors its route-reflector clients");
            return;
        }
        String software = router.software().text();
        String named = "the router is " + (software.isEmpty() ? "of unknown software" : software);
        switch (router.clients()) {
            case NOT_NEEDED -> checkFirstOverride(named, evidence);
            case NO_PATHS ->
                add(
                        Kind.REFLECTION,
                        State.MET,
                        named + ", and no internal neighbor sends it paths that could replace an override");
            case ALL ->
                add(
                        Kind.REFLECTION,
                        State.MET,
                        named + ", and all internal neighbors that send it paths are its route-reflector clients");
            case UNSEEN ->
                add(
                        Kind.REFLECTION,
                        State.UNKNOWN,
                        named + ", and no path at another router shows yet if its internal neighbors are its"
                                + " route-reflector clients, as they must be. Overrides are made, until one comes back"
                                + " without ORIGINATOR_ID (border-reflection)");
            case UNKNOWN ->
                add(
                        Kind.REFLECTION,
                        State.NOT_MET,
                        named + ", which never withdraws an override from a neighbor that is no route-reflector client,"
                                + " and internal neighbors that are not monitored send it paths: connect them to the"
                                + " collector, with path attributes. No override until then (border-reflection)");
            case NOT_ALL ->
                add(
                        Kind.REFLECTION,
                        State.NOT_MET,
                        named + ", which never withdraws an override from a neighbor that is no route-reflector client,"
                                + " and other routers have paths that it sent to such a neighbor: make all its internal"
                                + " neighbors its clients. No override until then (border-reflection)");
        }
    }

    /** Adds the requirements that neither BMP nor the session shows, so that the operator checks them. */
    private void addUnseen(RouterOverrides router) {
        add(
                Kind.FEED_IMPORT,
                State.UNKNOWN,
                "cannot be seen before the first override: the import policy of the session with Pathproof must accept"
                        + " routes unchanged, also their LOCAL_PREF");
        add(
                Kind.ROUTE_SELECTION,
                State.UNKNOWN,
                "cannot be seen: no weight, no as-path ignore, and the same options for MED at all routers of the AS");
        add(
                Kind.EXPORT,
                State.UNKNOWN,
                "cannot be seen: the export policies to external neighbors must remove the large communities "
                        + router.policy()
                                .numbers()
                                .map(numbers -> numbers.ownAs() + ":" + numbers.communityBase() + ":* to "
                                        + numbers.ownAs() + ":"
                                        + (numbers.communityBase() + FeedNumbers.COMMUNITY_KINDS - 1) + ":*")
                                .orElse("of Pathproof"));
    }

    private void checkFirstOverride(String named, ReflectionEvidence evidence) {
        if (evidence.reflected() > 0) {
            add(Kind.REFLECTION, State.MET, named + ", and reflects overrides with ORIGINATOR_ID");
        } else {
            add(
                    Kind.REFLECTION,
                    State.UNKNOWN,
                    named + ", and no override was seen at another router yet. Overrides are made, because routers"
                            + " follow RFC 4456, except GoBGP: Pathproof must be a route-reflector client of the"
                            + " router; with GoBGP, internal neighbors too");
        }
    }
}
