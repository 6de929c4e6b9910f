// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pathproof.contracts.v1.Session;
import org.pathproof.routes.SessionNames;

/** Finds the feeds of a session without a look at each feed. Immutable and thread-safe. */
final class FeedIndex {
    /** Feeds by the name, address or hash of their router, without regard to case. */
    private final Map<String, List<RouterFeed>> feeds = new HashMap<>();

    FeedIndex(Collection<RouterFeed> all) {
        all.forEach(feed -> feeds.computeIfAbsent(folded(feed.name()), ignored -> new ArrayList<>())
                .add(feed));
    }

    /** Returns the feeds whose router reports a session. */
    Set<RouterFeed> feedsOf(Session session) {
        String hash = HexFormat.of().formatHex(session.getRouterHash().toByteArray());
        return Stream.of(session.getRouterIp(), session.getRouterName(), SessionNames.router(session), hash)
                .distinct()
                .flatMap(name -> feeds.getOrDefault(folded(name), List.of()).stream())
                .filter(feed -> feed.isRouterOf(session))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns equal texts for texts that are equal without regard to case. */
    private static String folded(String text) {
        return text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }
}
