// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import org.pathproof.contracts.SessionId;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;

/**
 * Which peer of a router a per-peer header means (RFC 7854 section 4.2): type, distinguisher and address. AS and BGP identifier are
 * attributes of it: FRR leaves the identifier 0 in a Peer Down.
 */
record PeerId(int type, long distinguisher, Bytes address) {
    static PeerId of(PerPeerHeader header) {
        return new PeerId(
                header.peerType(), header.distinguisher(), header.address().compact());
    }

    /** Names this peer of a router, whatever the view. */
    Bytes hash(RouterIdentity router) {
        return RouterIdentity.hash(octets(router).toBytes());
    }

    /** Names one RIB view of this peer of a router. */
    SessionId session(RouterIdentity router, RibView view) {
        return new SessionId(
                RouterIdentity.hash(octets(router).u8(record(view).getNumber()).toBytes()));
    }

    /** The view as session records name it. */
    static org.pathproof.contracts.v1.RibView record(RibView view) {
        return switch (view) {
            case ADJ_RIB_IN_PRE -> org.pathproof.contracts.v1.RibView.ADJ_RIB_IN_PRE;
            case ADJ_RIB_IN_POST -> org.pathproof.contracts.v1.RibView.ADJ_RIB_IN_POST;
            case ADJ_RIB_OUT_PRE -> org.pathproof.contracts.v1.RibView.ADJ_RIB_OUT_PRE;
            case ADJ_RIB_OUT_POST -> org.pathproof.contracts.v1.RibView.ADJ_RIB_OUT_POST;
            case LOC_RIB -> org.pathproof.contracts.v1.RibView.LOC_RIB;
        };
    }

    private ByteWriter octets(RouterIdentity router) {
        return new ByteWriter(64)
                .bytes(router.hash())
                .u8(type)
                .u64(distinguisher)
                .u8(address.length())
                .bytes(address);
    }
}
