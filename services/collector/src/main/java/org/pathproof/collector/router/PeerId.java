// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import org.pathproof.contracts.SessionId;
import org.pathproof.routes.ContractTypes;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.IpAddress;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;

/**
 * The identity of a router's peer by its per-peer header (RFC 7854 section 4.2): type, distinguisher and address.
 * The identity does not include the AS and the BGP Identifier. FRR sends BGP Identifier 0 in a Peer Down.
 */
record PeerId(int type, long distinguisher, Bytes address) {
    static PeerId of(PerPeerHeader header) {
        return new PeerId(
                header.peerType(), header.distinguisher(), header.address().compact());
    }

    String addressText() {
        return IpAddress.format(address);
    }

    /** Returns the hash that identifies this peer of a router, over all views. */
    Bytes hash(RouterIdentity router) {
        return RouterIdentity.hash(encode(router).toBytes());
    }

    /** Returns the id of one RIB view of this peer of a router. */
    SessionId session(RouterIdentity router, RibView view) {
        return new SessionId(RouterIdentity.hash(
                encode(router).u8(ContractTypes.toContract(view).getNumber()).toBytes()));
    }

    private ByteWriter encode(RouterIdentity router) {
        return new ByteWriter(64)
                .bytes(router.hash())
                .u8(type)
                .u64(distinguisher)
                .u8(address.length())
                .bytes(address);
    }
}
