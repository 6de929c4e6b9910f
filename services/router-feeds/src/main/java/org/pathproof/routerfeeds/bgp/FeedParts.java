// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import org.pathproof.feeds.override.FeedSpeakers;
import org.pathproof.feeds.override.NetworkOverrides;
import org.pathproof.verdictstore.store.RouteLookup;

/**
 * The objects that all feeds share.
 *
 * @param network overrides of all routers, and the lock of all feeds
 */
record FeedParts(RouteLookup table, CandidateReader reader, FeedSpeakers speakers, NetworkOverrides network) {
    /** Creates the parts for a table, with a network without routers. */
    static FeedParts of(RouteLookup table, FeedSpeakers speakers) {
        CandidateReader reader = new CandidateReader(table);
        return new FeedParts(table, reader, speakers, new NetworkOverrides(speakers, reader.attributes()));
    }
}
