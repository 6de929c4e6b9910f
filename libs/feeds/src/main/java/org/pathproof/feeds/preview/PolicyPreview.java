// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.preview;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.override.ActiveOverride;
import org.pathproof.feeds.override.RouterOverrides;
import org.pathproof.feeds.path.AnnouncedPath;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.feeds.tag.TagEngine;
import org.pathproof.wire.Prefix;

/** The effect of a policy on one router. Works on copies of the state of its feeds. Not thread-safe. */
public final class PolicyPreview {
    private final Map<Prefix, ActiveOverride> before;
    private final RouterOverrides overrides;
    private final TagEngine tags;

    /**
     * Creates the preview of a router. The caller holds the lock of the feeds.
     *
     * @param overrides the router in {@link org.pathproof.feeds.override.NetworkOverrides#copyForPreview}, before the
     *     policy is applied
     * @param tags engine of the router's tagged paths, which is copied
     */
    public PolicyPreview(RouterOverrides overrides, TagEngine tags) {
        this.overrides = overrides;
        this.tags = tags.copyForPreview();
        this.before = new HashMap<>(overrides.active());
    }

    /** Sets the policy. The caller advances the copy of all routers before the changes are read. */
    public void apply(RouterPolicy policy) {
        overrides.setPolicy(policy);
        tags.setPolicy(policy);
        tags.suspend(!overrides.suspensions().isEmpty());
    }

    /**
     * Returns the difference between the announcements before and after {@link #apply}, in the order of prefixes, feeds
     * and Path Identifiers. The stream builds tagged paths when it reaches their prefix.
     */
    public Stream<PreviewedChange> changes() {
        TreeSet<Prefix> prefixes = new TreeSet<>(before.keySet());
        prefixes.addAll(overrides.active().keySet());
        prefixes.addAll(tags.announcedPrefixes());
        if (tags.isTagging()) {
            prefixes.addAll(overrides.prefixes());
        }
        return prefixes.stream().flatMap(prefix -> {
            List<PreviewedChange> changes = new ArrayList<>();
            addOverride(prefix, changes);
            addTags(prefix, changes);
            return changes.stream();
        });
    }

    /** Returns the number of overrides that the limit on their number would stop. */
    public int waiting() {
        return overrides.counts().waiting();
    }

    /** Returns the number of prefixes that would have no accepted path. */
    public int withoutAcceptedPath() {
        return overrides.counts().withoutAcceptedPath();
    }

    private void addOverride(Prefix prefix, List<PreviewedChange> changes) {
        add(
                PreviewedChange.Feed.OVERRIDE,
                prefix,
                0,
                announced(before.get(prefix)),
                announced(overrides.active().get(prefix)),
                changes);
    }

    private void addTags(Prefix prefix, List<PreviewedChange> changes) {
        NavigableMap<Long, AnnouncedPath> old = tags.announced(prefix);
        NavigableMap<Long, AnnouncedPath> wanted = tags.wanted(overrides.paths(prefix));
        TreeSet<Long> pathIds = new TreeSet<>(old.keySet());
        pathIds.addAll(wanted.keySet());
        for (Long pathId : pathIds) {
            add(
                    PreviewedChange.Feed.TAG,
                    prefix,
                    pathId,
                    Optional.ofNullable(old.get(pathId)),
                    Optional.ofNullable(wanted.get(pathId)),
                    changes);
        }
    }

    private static void add(
            PreviewedChange.Feed feed,
            Prefix prefix,
            long pathId,
            Optional<AnnouncedPath> before,
            Optional<AnnouncedPath> after,
            List<PreviewedChange> changes) {
        if (!attributes(before).equals(attributes(after))) {
            changes.add(new PreviewedChange(feed, prefix, pathId, before, after));
        }
    }

    private static Optional<AnnouncedPath> announced(@Nullable ActiveOverride override) {
        return Optional.ofNullable(override).map(known -> new AnnouncedPath(known.path(), known.attributes()));
    }

    private static Optional<RouteAttributes> attributes(Optional<AnnouncedPath> path) {
        return path.map(AnnouncedPath::attributes);
    }
}
