// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import org.pathproof.contracts.SessionId;
import org.pathproof.routes.ContractTypes;
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
        return new SessionId(RouterIdentity.hash(
                octets(router).u8(ContractTypes.toContract(view).getNumber()).toBytes()));
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
