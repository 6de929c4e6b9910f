// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.tag;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.pathproof.feeds.path.AnnouncedPath;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.policy.PolicyKind;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.wire.Prefix;

/**
 * The tagged paths of one router. The caller stores the paths. The caller reports changed prefixes, policies and
 * suspensions, and calls {@link #advance} after each batch of changes. The announcements depend only on the current
 * paths, the policy and the suspension.
 *
 * <p>Not thread-safe: all calls come from one thread, or hold the same lock.
 */
public final class TagEngine {
    private static final NavigableMap<Long, AnnouncedPath> NONE = Collections.emptyNavigableMap();

    private final Predicate<CandidatePath> own;
    private TagRules rules;
    private RouterPolicy policy;
    private boolean suspended = true;
    private boolean allChanged = true;
    private final Set<Prefix> changed = new TreeSet<>();
    /** The announcements of each prefix, by Path Identifier. */
    private final Map<Prefix, NavigableMap<Long, AnnouncedPath>> announced;

    private long paths;

    /**
     * Creates a suspended engine without announcements.
     *
     * @param own true for a path that Pathproof announced; such paths are left out
     */
    public TagEngine(RouterPolicy policy, Predicate<CandidatePath> own) {
        this.own = own;
        this.policy = policy;
        this.rules = new TagRules(policy, own);
        this.announced = new HashMap<>();
    }

    private TagEngine(TagEngine other) {
        this.own = other.own;
        this.policy = other.policy;
        this.rules = other.rules;
        this.suspended = other.suspended;
        this.allChanged = other.allChanged;
        this.changed.addAll(other.changed);
        this.announced = new HashMap<>(other.announced); // the values are never modified
        this.paths = other.paths;
    }

    /** Returns an independent engine in the same state, to preview a change. */
    public TagEngine copyForPreview() {
        return new TagEngine(this);
    }

    /** Replaces the policy. */
    public void setPolicy(RouterPolicy changedPolicy) {
        if (!changedPolicy.equals(policy)) {
            policy = changedPolicy;
            rules = new TagRules(policy, own);
            allChanged = true;
        }
    }

    /** Marks a prefix whose paths changed. */
    public void markChanged(Prefix prefix) {
        if (isTagging()) {
            changed.add(prefix);
        }
    }

    /** Marks all prefixes, because the paths to any of them may have changed. */
    public void markAllChanged() {
        allChanged = true;
    }

    /** Withdraws all paths, or announces them again, at the next {@link #advance}. */
    public void suspend(boolean isSuspended) {
        if (suspended != isSuspended) {
            suspended = isSuspended;
            allChanged = true;
        }
    }

    /** Returns true if the policy and the suspensions permit announcements. */
    public boolean isTagging() {
        return !suspended && policy.group().policy() == PolicyKind.TAG;
    }

    /**
     * Builds the announcements of all prefixes that changed since the last call.
     *
     * @param prefixes all prefixes with a path
     * @param pathsOf returns the paths to a prefix
     * @return changes for the session, in the order of prefixes and of Path Identifiers
     */
    public List<TagChange> advance(
            Collection<Prefix> prefixes, Function<Prefix, ? extends Collection<CandidatePath>> pathsOf) {
        NavigableSet<Prefix> due = new TreeSet<>(changed);
        if (allChanged) {
            due.addAll(announced.keySet());
            if (isTagging()) {
                due.addAll(prefixes);
            }
        }
        changed.clear();
        allChanged = false;
        List<TagChange> changes = new ArrayList<>();
        for (Prefix prefix : due) {
            replace(prefix, wanted(pathsOf.apply(prefix)), changes);
        }
        return changes;
    }

    private void replace(Prefix prefix, NavigableMap<Long, AnnouncedPath> wanted, List<TagChange> changes) {
        NavigableMap<Long, AnnouncedPath> old =
                wanted.isEmpty() ? announced.remove(prefix) : announced.put(prefix, wanted);
        NavigableMap<Long, AnnouncedPath> before = old == null ? NONE : old;
        paths += singlePaths(wanted) - singlePaths(before);
        for (Long pathId : before.keySet()) {
            if (!wanted.containsKey(pathId)) {
                changes.add(new TagChange(prefix, pathId, Optional.empty()));
            }
        }
        wanted.forEach((pathId, path) -> {
            AnnouncedPath known = before.get(pathId);
            if (known == null || !path.attributes().equals(known.attributes())) {
                changes.add(new TagChange(prefix, pathId, Optional.of(path.attributes())));
            }
        });
    }

    private static int singlePaths(NavigableMap<Long, AnnouncedPath> announcements) {
        return announcements.tailMap(0L, false).size();
    }

    /** Returns the announcements of a prefix under the current policy and suspension, by Path Identifier. */
    public NavigableMap<Long, AnnouncedPath> wanted(Collection<CandidatePath> pathsOfPrefix) {
        return isTagging() ? rules.announcements(pathsOfPrefix) : NONE;
    }

    /** Returns the announcements of a prefix after the last {@link #advance}, by Path Identifier. */
    public NavigableMap<Long, AnnouncedPath> announced(Prefix prefix) {
        return Collections.unmodifiableNavigableMap(announced.getOrDefault(prefix, NONE));
    }

    /** Returns the prefixes with announcements. The view changes with the engine. */
    public Set<Prefix> announcedPrefixes() {
        return Collections.unmodifiableSet(announced.keySet());
    }

    /**
     * Returns the number of announced paths. The best path counts once, although Path Identifier 0 announces it again.
     */
    public long paths() {
        return paths;
    }
}
