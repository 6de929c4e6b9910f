// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.PeerKey;
import org.pathproof.feeds.path.RouteStates;
import org.pathproof.wire.Prefix;

/** The paths of one router, with what they show of other routers. Not thread-safe. */
final class RouterPaths {
    /** Stands for the Path Identifier of all further paths of a peer that its post-policy view cannot show. */
    private static final long UNSHOWN_ID = -1;

    private final NetworkMarks marks;
    /** Returns the origin of a path that another router sent on; empty for a path that Pathproof sent itself. */
    private final Function<CandidatePath, Optional<CopyEvidence.Origin>> origin;

    private final PathTable paths;
    private final OriginatorCounts originators;
    private final CopyEvidence copies;
    /** Paths before policy that the router may use, and that its post-policy view cannot show. */
    private final PathTable unshown;
    /** The states of paths whose attributes are not known. */
    private final Map<Prefix, Map<CandidatePath.Key, RouteStates>> hidden = new HashMap<>();
    /** Paths that the router did not use as overrides. */
    private final Map<Prefix, Set<CandidatePath.Key>> unusable = new HashMap<>();

    RouterPaths(NetworkMarks marks, Function<CandidatePath, Optional<CopyEvidence.Origin>> origin) {
        this.marks = marks;
        this.origin = origin;
        this.paths = new PathTable();
        this.originators = new OriginatorCounts();
        this.copies = new CopyEvidence();
        this.unshown = new PathTable();
    }

    /** Creates an independent copy. */
    RouterPaths(NetworkMarks marks, Function<CandidatePath, Optional<CopyEvidence.Origin>> origin, RouterPaths other) {
        this.marks = marks;
        this.origin = origin;
        this.paths = new PathTable(other.paths);
        this.originators = new OriginatorCounts(other.originators);
        this.copies = new CopyEvidence(other.copies);
        this.unshown = new PathTable(other.unshown);
        this.hidden.putAll(other.hidden);
        this.unusable.putAll(other.unusable);
    }

    /** Returns the paths by prefix. */
    PathTable table() {
        return paths;
    }

    /** Returns the routers whose paths the router received over iBGP. */
    OriginatorCounts originators() {
        return originators;
    }

    CopyEvidence copies() {
        return copies;
    }

    /**
     * Adds or replaces a path. A peer has paths of one view only: post-policy if the router sends this view, else
     * pre-policy.
     */
    void put(CandidatePath path) {
        setHidden(path.prefix(), path.key(), Optional.empty());
        if (paths.put(path, this::removeOriginator)) {
            boolean newOriginator = originators.add(path);
            boolean newBehavior =
                    origin.apply(path).map(from -> copies.add(path, from)).orElse(false);
            if (newOriginator || newBehavior) {
                marks.markOriginatorsChanged();
            }
            forgetUnusable(path.prefix(), path.key());
            marks.markChanged(path.prefix(), true);
        }
    }

    /** Removes a path. Does nothing if there is no such path. */
    void remove(Prefix prefix, CandidatePath.Key key) {
        setHidden(prefix, key, Optional.empty());
        if (paths.remove(prefix, key, this::removeOriginator)) {
            forgetUnusable(prefix, key);
            marks.markChanged(prefix, true);
        }
    }

    /** Replaces a path by one whose attributes are not known. Only a path of an external neighbor is to be reported. */
    void hide(Prefix prefix, CandidatePath.Key key, RouteStates states) {
        if (paths.remove(prefix, key, this::removeOriginator)) {
            forgetUnusable(prefix, key);
            marks.markChanged(prefix, true);
        }
        setHidden(prefix, key, Optional.of(states));
    }

    /** Replaces the paths of a peer to a prefix that its post-policy view cannot show. */
    void setUnshown(Prefix prefix, PeerKey peer, List<CandidatePath> now, Optional<RouteStates> others) {
        setHidden(prefix, new CandidatePath.Key(peer, UNSHOWN_ID), others);
        List<CandidatePath> before = unshown.of(prefix).stream()
                .filter(path -> path.peer().key().equals(peer))
                .toList();
        if (!Set.copyOf(before).equals(Set.copyOf(now))) {
            before.forEach(path -> {
                unshown.remove(prefix, path.key(), ignored -> {});
                if (!now.contains(path)) {
                    forgetUnusable(prefix, path.key());
                }
            });
            now.forEach(path -> unshown.put(path, ignored -> {}));
            marks.markChanged(prefix, true);
        }
    }

    /** Removes all paths of a peer whose session with the router ended. */
    void removePeer(PeerKey peer) {
        paths.removePeer(peer, path -> {
            removeOriginator(path);
            forgetUnusable(path.prefix(), path.key());
            marks.markChanged(path.prefix(), false);
        });
        removeUnshown(peer);
        removeHidden(key -> key.peer().equals(peer));
    }

    private void removeHidden(Predicate<CandidatePath.Key> condition) {
        for (Prefix prefix : List.copyOf(hidden.keySet())) {
            hidden.getOrDefault(prefix, Map.of()).keySet().stream()
                    .filter(condition)
                    .toList()
                    .forEach(key -> setHidden(prefix, key, Optional.empty()));
        }
    }

    /** Removes all paths of a peer that its post-policy view cannot show. */
    void removeUnshown(PeerKey peer) {
        unshown.removePeer(peer, path -> {
            forgetUnusable(path.prefix(), path.key());
            marks.markChanged(path.prefix(), false);
        });
        removeHidden(new CandidatePath.Key(peer, UNSHOWN_ID)::equals);
    }

    /**
     * Sets the paths to a prefix that the router did not use as overrides. They are no longer announced. A change of a
     * path ends this for the path.
     */
    void setUnusable(Prefix prefix, Set<CandidatePath.Key> keys) {
        Set<CandidatePath.Key> before =
                keys.isEmpty() ? unusable.remove(prefix) : unusable.put(prefix, Set.copyOf(keys));
        if (!keys.equals(before == null ? Set.of() : before)) {
            marks.markChanged(prefix, true);
        }
    }

    /** Returns the number of prefixes with a path whose attributes are not known. */
    int hiddenPrefixes() {
        return hidden.size();
    }

    /** Returns the states of the paths to a prefix whose attributes are not known. */
    List<RouteStates> hidden(Prefix prefix) {
        return List.copyOf(hidden.getOrDefault(prefix, Map.of()).values());
    }

    /** Returns the paths to a prefix before policy that the post-policy view cannot show. */
    List<CandidatePath> unshown(Prefix prefix) {
        return unshown.of(prefix);
    }

    /** Returns the number of prefixes with a path that the post-policy view cannot show. */
    int unshownPrefixes() {
        return unshown.size();
    }

    /** Returns all paths to a prefix whose attributes are known. */
    List<CandidatePath> all(Prefix prefix) {
        List<CandidatePath> more = unshown.of(prefix);
        return more.isEmpty()
                ? paths.of(prefix)
                : Stream.concat(paths.of(prefix).stream(), more.stream()).toList();
    }

    /** Returns the prefixes of all paths. */
    Set<Prefix> prefixes() {
        Set<Prefix> all = new HashSet<>(paths.prefixes());
        all.addAll(unshown.prefixes());
        all.addAll(hidden.keySet());
        return all;
    }

    /** Returns the paths to a prefix that the router did not use as overrides. */
    Set<CandidatePath.Key> unusable(Prefix prefix) {
        return unusable.getOrDefault(prefix, Set.of());
    }

    private void removeOriginator(CandidatePath path) {
        boolean lastOfOriginator = originators.remove(path);
        boolean newBehavior =
                origin.apply(path).map(from -> copies.remove(path, from)).orElse(false);
        if (lastOfOriginator || newBehavior) {
            marks.markOriginatorsChanged();
        }
    }

    /** Adds or replaces a path whose attributes are not known; removes it if {@code states} is empty. */
    private void setHidden(Prefix prefix, CandidatePath.Key key, Optional<RouteStates> states) {
        Map<CandidatePath.Key, RouteStates> before = hidden.getOrDefault(prefix, Map.of());
        if (Optional.ofNullable(before.get(key)).equals(states)) {
            return;
        }
        Map<CandidatePath.Key, RouteStates> now = new HashMap<>(before);
        states.ifPresentOrElse(known -> now.put(key, known), () -> now.remove(key));
        if (now.isEmpty()) {
            hidden.remove(prefix);
        } else {
            hidden.put(prefix, Map.copyOf(now));
        }
        marks.markChanged(prefix, true);
    }

    private void forgetUnusable(Prefix prefix, CandidatePath.Key key) {
        Set<CandidatePath.Key> before = unusable.get(prefix);
        if (before != null && before.contains(key)) {
            List<CandidatePath.Key> rest = new ArrayList<>(before);
            rest.remove(key);
            if (rest.isEmpty()) {
                unusable.remove(prefix);
            } else {
                unusable.put(prefix, Set.copyOf(rest));
            }
        }
    }
}
