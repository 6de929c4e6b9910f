// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.routers;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.Capability.Bgpsec.Direction;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bmp.PerPeerHeader;

/**
 * A BGP neighbor of a simulated router.
 *
 * @param address IPv4 address of the neighbor, which identifies the session together with the AS
 * @param bgpsec true if the session negotiates BGPsec from the neighbor to the router
 * @param addPath true if the neighbor sends several paths of a prefix (RFC 7911)
 * @param customer true if the session has BGP Roles (RFC 9234), and the neighbor is a customer
 * @param postPolicy true for the neighbor's Adj-RIB-In after the import policy
 */
public record LabPeer(long asn, Bytes address, boolean bgpsec, boolean addPath, boolean customer, boolean postPolicy) {
    private static final int ROLE_PROVIDER = 0;
    private static final int ROLE_CUSTOMER = 3;
    private static final int AS_TRANS = 23456;
    private static final int HOLD_TIME_SECONDS = 180;
    private static final int ADD_PATH_RECEIVE = 1;
    private static final int ADD_PATH_SEND = 2;

    /** Returns a neighbor that sends BGPsec updates. */
    public static LabPeer signing(long asn, Bytes address) {
        return new LabPeer(asn, address, true, false, false, false);
    }

    /** Returns a neighbor without BGPsec. */
    public static LabPeer plain(long asn, Bytes address) {
        return new LabPeer(asn, address, false, false, false, false);
    }

    /** Returns a copy of this neighbor that sends several paths of a prefix (RFC 7911). */
    public LabPeer withAddPath() {
        return new LabPeer(asn, address, bgpsec, true, customer, postPolicy);
    }

    /** Returns a copy of this neighbor that is a customer, on a session with BGP Roles (RFC 9234). */
    public LabPeer asCustomer() {
        return new LabPeer(asn, address, bgpsec, addPath, true, postPolicy);
    }

    /** Returns this neighbor for the view of its Adj-RIB-In after the import policy of the router. */
    public LabPeer afterPolicy() {
        return new LabPeer(asn, address, bgpsec, addPath, customer, true);
    }

    int bgpId() {
        return (int) address.u32(0);
    }

    /** Returns the OPEN that this neighbor sends to the router. */
    public Open sentByPeer() {
        return open(asn, bgpId(), Direction.SEND, ADD_PATH_SEND, ROLE_CUSTOMER);
    }

    /** Returns the OPEN that the router sends to this neighbor. */
    public Open sentByRouter(long localAs, int routerBgpId) {
        return open(localAs, routerBgpId, Direction.RECEIVE, ADD_PATH_RECEIVE, ROLE_PROVIDER);
    }

    /** Returns the options for encoding updates from this neighbor to the router. */
    public BgpSessionOptions options(long localAs, int routerBgpId) {
        return BgpCodec.options(sentByPeer(), sentByRouter(localAs, routerBgpId));
    }

    /** Returns the per-peer header of BMP messages on this neighbor's Adj-RIB-In (RFC 7854 section 4.2). */
    public PerPeerHeader header(long seconds, long microseconds) {
        int flags = postPolicy ? PerPeerHeader.FLAG_POST_POLICY : 0;
        return new PerPeerHeader(PerPeerHeader.TYPE_GLOBAL, flags, 0, address, asn, bgpId(), seconds, microseconds);
    }

    private Open open(long speaker, int identifier, Direction direction, int addPathMode, int role) {
        List<Capability> capabilities = new ArrayList<>(List.of(
                new Capability.Multiprotocol(AfiSafi.IPV4_UNICAST),
                new Capability.Multiprotocol(AfiSafi.IPV6_UNICAST),
                new Capability.RouteRefreshCapability(),
                new Capability.ExtendedMessage(),
                new Capability.FourOctetAs(speaker)));
        if (bgpsec) {
            capabilities.add(new Capability.Bgpsec(0, direction, AfiSafi.AFI_IPV4));
            capabilities.add(new Capability.Bgpsec(0, direction, AfiSafi.AFI_IPV6));
        }
        if (addPath) {
            capabilities.add(new Capability.AddPath(List.of(
                    new Capability.AddPath.Entry(AfiSafi.IPV4_UNICAST, addPathMode),
                    new Capability.AddPath.Entry(AfiSafi.IPV6_UNICAST, addPathMode))));
        }
        if (customer) {
            capabilities.add(new Capability.Role(role));
        }
        return new Open(4, speaker > 0xffff ? AS_TRANS : (int) speaker, HOLD_TIME_SECONDS, identifier, capabilities);
    }
}
