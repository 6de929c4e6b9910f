// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.tag;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.pathproof.feeds.path.AnnouncedPath;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.policy.PolicyKind;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.PathAttribute;

/**
 * Builds the announcements of the tag feed for one prefix. The result depends on the arguments only. Immutable and
 * thread-safe.
 */
public final class TagRules {
    private final RouterPolicy policy;
    private final Predicate<CandidatePath> own;

    /** @param own true for a path that Pathproof announced; such paths are left out */
    public TagRules(RouterPolicy policy, Predicate<CandidatePath> own) {
        this.policy = policy;
        this.own = own;
    }

    /**
     * Returns the announcements by Path Identifier. Identifier 0 is the best path, for a session
     * without ADD-PATH. The other identifiers are the single paths, for a session with ADD-PATH. The result is empty if
     * the policy is not {@code tag} or the feeds are switched off.
     *
     * @param paths the router's paths to one prefix, in any order
     */
    public NavigableMap<Long, AnnouncedPath> announcements(Collection<CandidatePath> paths) {
        NavigableMap<Long, AnnouncedPath> announcements = new TreeMap<>();
        if (!policy.feeds()
                || policy.group().policy() != PolicyKind.TAG
                || policy.numbers().isEmpty()) {
            return announcements;
        }
        List<CandidatePath> candidates = new ArrayList<>();
        for (CandidatePath path : paths) {
            if ((path.postPolicy() || policy.group().trustPrePolicy()) && !own.test(path)) {
                candidates.add(path);
            }
        }
        candidates.sort(Comparator.comparing(CandidatePath::key));
        List<CandidatePath> announced = new ArrayList<>();
        for (CandidatePath path : candidates) {
            tagged(path).ifPresent(tagged -> {
                announcements.put(freeIdentifier(path.key(), announcements), tagged);
                announced.add(path);
            });
        }
        policy.decisionProcess()
                .best(announced)
                .flatMap(this::tagged)
                .ifPresent(tagged -> announcements.put(0L, tagged));
        return announcements;
    }

    private Optional<AnnouncedPath> tagged(CandidatePath path) {
        RouteAttributes received = path.attributes();
        List<PathAttribute> replaced = new ArrayList<>();
        replaced.add(new LocalPref(
                PathAttribute.FLAG_TRANSITIVE, policy.decisionProcess().localPreference(path)));
        replaced.add(new StateCommunities(policy.numbers().orElseThrow()).ofTaggedPath(received, path.states()));
        StateCommunities.withOriginState(received, path.states()).ifPresent(replaced::add);
        return new ReflectedAttributes(policy.numbers().orElseThrow())
                .of(path, replaced)
                .map(attributes -> new AnnouncedPath(path, attributes));
    }

    /**
     * Returns an identifier that is a hash of the key, so that it normally stays the same while other paths change. If
     * two keys have the same hash, the path with the higher key gets the next free identifier.
     */
    private static long freeIdentifier(CandidatePath.Key key, NavigableMap<Long, AnnouncedPath> taken) {
        long hash = 0xcbf2_9ce4_8422_2325L; // FNV-1a
        for (int i = 0; i < key.peer().address().length(); i++) {
            hash = (hash ^ key.peer().address().u8(i)) * 0x100_0000_01b3L;
        }
        hash = (hash ^ key.peer().distinguisher()) * 0x100_0000_01b3L;
        hash = (hash ^ key.pathId()) * 0x100_0000_01b3L;
        long identifier = (hash ^ hash >>> 32) & 0xffff_ffffL;
        while (identifier == 0 || taken.containsKey(identifier)) {
            identifier = identifier + 1 & 0xffff_ffffL;
        }
        return identifier;
    }
}
