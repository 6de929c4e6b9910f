// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.pathproof.feeds.override.OverrideDecision.NoAcceptedPath;
import org.pathproof.feeds.override.OverrideDecision.None;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.PeerKey;
import org.pathproof.feeds.path.RouteStates;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.feeds.reflection.NeighborClients;
import org.pathproof.feeds.reflection.RouterSoftware;
import org.pathproof.wire.Prefix;

/**
 * One router of a network: its paths and its overrides. The caller reports changed paths, policies and suspensions.
 * Each report takes effect when the network decides the next time. Not thread-safe.
 */
public final class RouterOverrides {
    private final RouterState state;
    private final Supplier<Network> network;

    /** @param network returns the network of the router */
    RouterOverrides(RouterState state, Supplier<Network> network) {
        this.state = state;
        this.network = network;
    }

    RouterState state() {
        return state;
    }

    /** Returns the unique name of the router. */
    public String name() {
        return state.name();
    }

    /**
     * Adds or replaces a path. A peer has paths of one view only: post-policy if the router sends this view, else
     * pre-policy.
     */
    public void put(CandidatePath path) {
        state.paths().put(path);
    }

    /** Removes a path. Does nothing if there is no such path. */
    public void remove(Prefix prefix, CandidatePath.Key key) {
        state.paths().remove(prefix, key);
    }

    /** Replaces a path by one whose attributes are not known. Only a path of an external neighbor is to be reported. */
    public void hide(Prefix prefix, CandidatePath.Key key, RouteStates states) {
        state.paths().hide(prefix, key, states);
    }

    /**
     * Replaces the paths of an external neighbor to a prefix that the router may use, and that its post-policy view
     * cannot show: it has no Path Identifiers (RFC 7911), and the pre-policy view has them.
     *
     * @param others the states of further paths whose attributes are not known; empty if there are none
     */
    public void setUnshown(Prefix prefix, PeerKey peer, List<CandidatePath> paths, Optional<RouteStates> others) {
        state.paths().setUnshown(prefix, peer, paths, others);
    }

    /** Removes all paths of a peer that its post-policy view cannot show. */
    public void removeUnshown(PeerKey peer) {
        state.paths().removeUnshown(peer);
    }

    /** Removes all paths of a peer whose session with the router ended. */
    public void removePeer(PeerKey peer) {
        state.paths().removePeer(peer);
    }

    /** Replaces the policy. */
    public void setPolicy(RouterPolicy changed) {
        state.setPolicy(changed);
    }

    public RouterPolicy policy() {
        return state.policy();
    }

    /** Sets the AS of the router; empty for {@code own-as} of the policy. */
    public void setAs(OptionalLong number) {
        state.setAs(number);
    }

    /** Sets the BGP Identifiers that the router has in its sessions. */
    public void setIdentifiers(Set<Integer> values) {
        state.setIdentifiers(values);
    }

    /** Sets the BGP Identifiers of external neighbors, also of those whose session has ended. */
    public void setNeighbors(Set<Integer> values) {
        state.setNeighbors(values);
    }

    /** Sets the software that the router names. */
    public void setSoftware(RouterSoftware named) {
        state.setSoftware(named);
    }

    /** Sets the reason why the router cannot receive overrides, apart from its policy; empty if it can. */
    public void setObstacle(Optional<Reason> reason) {
        state.setObstacle(reason);
    }

    /**
     * Reports that the router shows no LOCAL_PREF of paths from external neighbors, so that each refused path could be
     * the best one.
     */
    public void setHidesLocalPreference(boolean hides) {
        state.setHidesLocalPreference(hides);
    }

    /** Sets whether inner routers can use the next hops of overrides, as the operator states. */
    public void setUsableNextHops(boolean usable) {
        state.setUsableNextHops(usable);
    }

    /**
     * Sets the paths to a prefix that the router did not use as overrides. They are no longer announced. A change of a
     * path ends this for the path.
     */
    public void setUnusable(Prefix prefix, Set<CandidatePath.Key> keys) {
        state.paths().setUnusable(prefix, keys);
    }

    /** Withdraws all overrides at the next advance, until every suspension has ended. */
    public void suspend(Suspension reason) {
        state.suspend(reason);
    }

    /** Ends a suspension. */
    public void resume(Suspension reason) {
        state.resume(reason);
    }

    /** Returns the behavior of the router by which overrides would harm the network; empty if none was seen. */
    public Optional<Reason> flaw() {
        return state.flaw();
    }

    /** Returns the software that the router names. */
    public RouterSoftware software() {
        return state.software();
    }

    /** Returns what is known of the router's internal neighbors as reflection clients. */
    public NeighborClients clients() {
        return state.clients();
    }

    /** Returns true if the router shows no LOCAL_PREF of paths from external neighbors. */
    public boolean hidesLocalPreference() {
        return state.hidesLocalPreference();
    }

    /** Returns the number of prefixes with a path whose attributes are not known. */
    public int hiddenPrefixes() {
        return state.paths().hiddenPrefixes();
    }

    /** Returns the number of prefixes with a path that the post-policy view cannot show. */
    public int unshownPrefixes() {
        return state.paths().unshownPrefixes();
    }

    /** Returns what other routers received from this router over iBGP. */
    public ReflectionEvidence evidence() {
        return network.get().evidence(state);
    }

    /** Returns the reason why no router of the network can have overrides; empty if there is none. */
    public Optional<None> networkObstacle() {
        return network.get().obstacle();
    }

    /** Returns the first routers of the network that have external neighbors and cannot receive overrides. */
    public List<String> bordersWithoutOverrides() {
        return network.get().bordersWithoutOverrides();
    }

    /** Returns true for a path that Pathproof announced. */
    public boolean isOwn(CandidatePath path) {
        return state.rules().isOwn(path);
    }

    /** Returns the prefixes with a path. The view changes with the router. */
    public Set<Prefix> prefixes() {
        return Collections.unmodifiableSet(state.paths().table().prefixes());
    }

    /** Returns the router's paths to a prefix, without order. */
    public List<CandidatePath> paths(Prefix prefix) {
        return state.paths().table().of(prefix);
    }

    /** Returns the overrides that are announced to the router. The view changes with the router. */
    public NavigableMap<Prefix, ActiveOverride> active() {
        return state.announcements().active();
    }

    /** Returns the prefixes without an accepted path. The view changes with the router. */
    public NavigableMap<Prefix, NoAcceptedPath> withoutAcceptedPath() {
        return Collections.unmodifiableNavigableMap(state.announcements().withoutAcceptedPath());
    }

    /**
     * Returns the prefixes of the network without an override because of an obstacle at one of its routers. The view
     * changes with the network.
     */
    public NavigableMap<Prefix, None> blocked() {
        return network.get().blocked();
    }

    /** Returns the prefixes of the network that flap damping holds. The view changes with the network. */
    public NavigableSet<Prefix> held() {
        return network.get().held();
    }

    /** Describes the first held prefixes of the network. */
    public List<HeldPrefix> holds(int limit) {
        return held().stream()
                .limit(limit)
                .flatMap(prefix -> network.get().hold(prefix).stream())
                .toList();
    }

    /** Returns the prefixes whose override waits for a limit, in the order of their turn. The view changes. */
    public NavigableSet<Prefix> waiting() {
        return Collections.unmodifiableNavigableSet(state.announcements().waiting());
    }

    /**
     * Returns the time at which the limit of changes permits more overrides. Empty if no override waits, or if the
     * router has the maximum number of overrides.
     */
    public Optional<Instant> roomAt() {
        return state.announcements().roomAt(state.policy().group().limits());
    }

    /** Returns the reasons for which all overrides are withdrawn. */
    public Set<Suspension> suspensions() {
        return state.suspensions();
    }

    public OverrideCounts counts() {
        return new OverrideCounts(
                state.paths().table().size(),
                state.announcements().counted().size(),
                state.announcements().waiting().size(),
                network.get().held().size(),
                network.get().oscillating(),
                state.announcements().withoutAcceptedPath().size(),
                network.get().blocked().size(),
                state.announcements().counted().announced(),
                state.announcements().counted().withdrawn());
    }

    /** Explains the decision about a prefix. Empty if the router has no path to it. */
    public Optional<OverrideExplanation> explain(Prefix prefix, Instant now) {
        List<CandidatePath> all = state.paths().all(prefix);
        if (all.isEmpty()) {
            return Optional.empty();
        }
        PathExplanations explanations = new PathExplanations(state.rules(), now);
        return Optional.of(new OverrideExplanation(
                prefix,
                explanations.of(all),
                network.get().pathsOfOthers(state, prefix, now),
                network.get().explained(prefix, now).getOrDefault(state.name(), None.of(Reason.NO_PATH)),
                Optional.ofNullable(state.announcements().counted().get(prefix)),
                state.announcements().waiting().contains(prefix),
                network.get().hold(prefix),
                network.get().penalty(prefix, now)));
    }
}
