// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.pathproof.routes.ContractTypes;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.IpAddress;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;

/**
 * The identity of a router's peer by its per-peer header (RFC 7854 section 4.2): type, distinguisher and address. AS
 * and BGP Identifier may change, and FRR sends BGP Identifier 0 for a peer that is not up, so they do not identify a
 * peer. Exception: several neighbors can have one link-local address. The first has no {@code twin}.
 *
 * @param twin AS and BGP Identifier of a further neighbor with the same link-local address, 32 bits each; else 0
 */
record PeerId(int type, long distinguisher, Bytes address, long twin) {
    PeerId(int type, long distinguisher, Bytes address) {
        this(type, distinguisher, address, 0);
    }

    /** Returns the identity without regard to twins. */
    static PeerId of(PerPeerHeader header) {
        return new PeerId(
                header.peerType(), header.distinguisher(), header.address().compact());
    }

    /** Returns the identity of the peer of a session record, without regard to twins. */
    static PeerId ofRecord(Session record) {
        Bytes address;
        try {
            address = Bytes.wrap(Prefix.parse(record.getPeerIp()).addressBytes());
        } catch (IllegalArgumentException e) {
            address = Bytes.EMPTY; // another program wrote the record
        }
        return new PeerId(record.getPeerType(), record.getPeerDistinguisher(), address);
    }

    boolean hasNoAddress() {
        return PerPeerHeader.isUnspecified(address);
    }

    boolean isLinkLocal() {
        return PerPeerHeader.isLinkLocal(address);
    }

    /** Returns the identity of a further neighbor with this address. */
    PeerId twin(long asn, int bgpId) {
        return new PeerId(type, distinguisher, address, asn << 32 | Integer.toUnsignedLong(bgpId));
    }

    /**
     * Returns the name of the peer: the address, in a VRF the name of the VRF, and of a twin its AS and BGP Identifier.
     *
     * @param vrf name of the VRF; empty for the global instance
     */
    String name(String vrf) {
        String name = vrf.isEmpty() ? IpAddress.format(address) : IpAddress.format(address) + '@' + vrf;
        return twin == 0
                ? name
                : name + "@AS" + (twin >>> 32) + '-'
                        + IpAddress.format(
                                new ByteWriter(4).u32(twin & 0xffff_ffffL).toBytes());
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
        ByteWriter bytes = new ByteWriter(64)
                .bytes(router.hash())
                .u8(type)
                .u64(distinguisher)
                .u8(address.length())
                .bytes(address);
        return twin == 0 ? bytes : bytes.u64(twin);
    }
}
