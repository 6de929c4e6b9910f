// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;
import org.pathproof.wire.Bytes;

/** CLUSTER_LIST (RFC 4456): four octets each. */
public record ClusterList(int flags, List<Bytes> clusterIds) implements PathAttribute {
    @Override
    public int typeCode() {
        return CLUSTER_LIST;
    }
}
