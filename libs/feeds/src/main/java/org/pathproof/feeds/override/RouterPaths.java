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
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.PeerKey;
import org.pathproof.wire.Prefix;

/** The paths of one router, with what they show of other routers. Not thread-safe. */
final class RouterPaths {
    private final NetworkMarks marks;
    /** Returns the origin of a path that another router sent on; empty for a path that Pathproof sent itself. */
    private final Function<CandidatePath, Optional<CopyEvidence.Origin>> origin;

    private final PathTable paths;
    private final OriginatorCounts originators;
    private final CopyEvidence copies;
    /** Paths whose attributes are not known. */
    private final Map<Prefix, Set<CandidatePath.Key>> hidden = new HashMap<>();
    /** Paths that the router did not use as overrides. */
    private final Map<Prefix, Set<CandidatePath.Key>> unusable = new HashMap<>();

    RouterPaths(NetworkMarks marks, Function<CandidatePath, Optional<CopyEvidence.Origin>> origin) {
        this.marks = marks;
        this.origin = origin;
        this.paths = new PathTable();
        this.originators = new OriginatorCounts();
        this.copies = new CopyEvidence();
    }

    /** Creates an independent copy. */
    RouterPaths(NetworkMarks marks, Function<CandidatePath, Optional<CopyEvidence.Origin>> origin, RouterPaths other) {
        this.marks = marks;
        this.origin = origin;
        this.paths = new PathTable(other.paths);
        this.originators = new OriginatorCounts(other.originators);
        this.copies = new CopyEvidence(other.copies);
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
        setHidden(path.prefix(), path.key(), false);
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
        setHidden(prefix, key, false);
        if (paths.remove(prefix, key, this::removeOriginator)) {
            forgetUnusable(prefix, key);
            marks.markChanged(prefix, true);
        }
    }

    /** Replaces a path by one whose attributes are not known. Only a path of an external neighbor is to be reported. */
    void hide(Prefix prefix, CandidatePath.Key key) {
        remove(prefix, key);
        setHidden(prefix, key, true);
    }

    /** Removes all paths of a peer whose session with the router ended. */
    void removePeer(PeerKey peer) {
        paths.removePeer(peer, path -> {
            removeOriginator(path);
            forgetUnusable(path.prefix(), path.key());
            marks.markChanged(path.prefix(), false);
        });
        for (Prefix prefix : List.copyOf(hidden.keySet())) {
            hidden.getOrDefault(prefix, Set.of()).stream()
                    .filter(key -> key.peer().equals(peer))
                    .toList()
                    .forEach(key -> setHidden(prefix, key, false));
        }
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

    /** Returns true if there is a path to a prefix whose attributes are not known. */
    boolean isHidden(Prefix prefix) {
        return hidden.containsKey(prefix);
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

    private void setHidden(Prefix prefix, CandidatePath.Key key, boolean isHidden) {
        Set<CandidatePath.Key> before = hidden.getOrDefault(prefix, Set.of());
        if (before.contains(key) == isHidden) {
            return;
        }
        Set<CandidatePath.Key> keys = new HashSet<>(before);
        if (isHidden) {
            keys.add(key);
        } else {
            keys.remove(key);
        }
        if (keys.isEmpty()) {
            hidden.remove(prefix);
        } else {
            hidden.put(prefix, keys);
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
