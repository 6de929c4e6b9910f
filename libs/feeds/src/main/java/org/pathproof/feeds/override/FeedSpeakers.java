// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.util.Set;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.Peer;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.ClusterList;
import org.pathproof.wire.bgp.OriginatorId;

/**
 * The BGP speakers of all Pathproof replicas. The speakers identify the routes of Pathproof in the BMP data of routers.
 *
 * @param addresses the addresses from which replicas connect; empty if they are not known, for example behind NAT
 * @param identifiers the BGP Identifiers of the replicas
 * @param clusterId the CLUSTER_ID of the feeds: four bytes; empty if it is not known
 */
public record FeedSpeakers(Set<Bytes> addresses, Set<Integer> identifiers, Bytes clusterId) {
    public FeedSpeakers {
        addresses = Set.copyOf(addresses);
        identifiers = Set.copyOf(identifiers);
    }

    /** Returns the same speakers with another CLUSTER_ID. */
    public FeedSpeakers withClusterId(Bytes id) {
        return new FeedSpeakers(addresses, identifiers, id);
    }

    /** Returns true for a peer that is a replica of Pathproof. */
    public boolean isSpeaker(Peer peer) {
        return peer.relation() == PeerRelation.INTERNAL
                && identifiers.contains(peer.identifier())
                && (addresses.isEmpty() || addresses.contains(peer.key().address()));
    }

    /**
     * Returns true for a path that Pathproof announced to this router, or to another router that reflected it.
     * ORIGINATOR_ID and CLUSTER_LIST identify a reflected path. Neighbors in other ASes cannot forge them, because
     * only the attributes of internal peers are used.
     */
    public boolean announced(CandidatePath path) {
        if (isSpeaker(path.peer())) {
            return true;
        }
        return path.peer().relation() == PeerRelation.INTERNAL
                && (path.attributes()
                                .find(OriginatorId.class)
                                .filter(id ->
                                        identifiers.contains((int) id.routerId().u32(0)))
                                .isPresent()
                        || path.attributes()
                                .find(ClusterList.class)
                                .filter(list -> list.clusterIds().contains(clusterId))
                                .isPresent());
    }
}
