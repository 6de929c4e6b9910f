// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/** CLUSTER_LIST (RFC 4456 section 8). Each cluster identifier has four bytes. */
public record ClusterList(int flags, List<Bytes> clusterIds) implements PathAttribute {
    @Override
    public int typeCode() {
        return CLUSTER_LIST;
    }

    static Decoded<ClusterList> read(int flags, Bytes value, BgpSessionOptions options) {
        if (!Malformed.isMultiple(value, 4)) {
            return Malformed.multiple("value", value, 4);
        }
        List<Bytes> clusterIds = new ArrayList<>(value.length() / 4);
        for (int at = 0; at < value.length(); at += 4) {
            clusterIds.add(value.slice(at, at + 4));
        }
        return Decoded.ok(new ClusterList(flags, List.copyOf(clusterIds)));
    }

    static void write(ClusterList attribute, ByteWriter out, BgpSessionOptions options) {
        attribute.clusterIds().forEach(out::bytes);
    }
}
