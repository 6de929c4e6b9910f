// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.strategy;

import java.util.function.Predicate;
import org.pathproof.network.model.NetworkView;
import org.pathproof.network.model.PeerKind;
import org.pathproof.network.model.SeenPath;

/** Ways to recognise overrides that come back from routers. */
enum OwnPaths implements Predicate<SeenPath> {
    /** By ORIGINATOR_ID and CLUSTER_LIST of paths from internal peers. */
    BY_REFLECTION {
        @Override
        public boolean test(SeenPath path) {
            return path.kind() != PeerKind.EXTERNAL
                    && (path.route().originatorId() == NetworkView.FEED_IDENTIFIER
                            || path.clusterList().contains(NetworkView.FEED_CLUSTER));
        }
    },
    /** By the large community, whatever the other attributes are. */
    BY_COMMUNITY {
        @Override
        public boolean test(SeenPath path) {
            return path.route().isOverride();
        }
    }
}
