// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.networks;

import java.net.InetAddress;
import java.util.List;
import org.pathproof.network.model.LiveNetwork;
import org.pathproof.wire.Bytes;

/**
 * The addresses of the routers of a network and of the replicas. They are also their BGP Identifiers and CLUSTER_IDs.
 *
 * @param routers addresses of the routers by their indexes in the plan; their identifiers there are one higher
 * @param replicas addresses of the replicas in the order of their numbers
 */
record NetworkAddresses(List<InetAddress> routers, List<InetAddress> replicas) {
    /** Returns the address of a router. */
    Bytes router(int index) {
        return Bytes.wrap(routers.get(index).getAddress());
    }

    /** Returns the BGP Identifier that the model has as a small number. */
    Bytes identifier(int number) {
        int replica = number - LiveNetwork.identifierOf(0);
        return replica > 0 ? Bytes.wrap(replicas.get(replica - 1).getAddress()) : router(number - 1);
    }
}
