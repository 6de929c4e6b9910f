// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import org.pathproof.contracts.v1.Session;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bmp.Distinguisher;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.PerPeerHeader;

/** The names of a peer, and the warning about its messages, for session records. */
final class PeerDescription {
    /** The name of the table of the global instance (RFC 9069 section 5.2.1). */
    private static final String GLOBAL_TABLE = "global";

    /** The OPEN that the router sent cannot be read. */
    static final String SENT_OPEN_UNREADABLE = "sent-open-unreadable";
    /** The OPEN that the router received cannot be read. */
    static final String RECEIVED_OPEN_UNREADABLE = "received-open-unreadable";
    /** Neither OPEN can be read. */
    static final String OPENS_UNREADABLE = "opens-unreadable";
    /** A Peer Down is about this peer or another one with the same link-local address. */
    static final String PEER_DOWN_AMBIGUOUS = "peer-down-ambiguous";

    private final PeerId id;
    private final RouterContext router;
    private String vrf;
    private String warning = "";
    private boolean downAmbiguous;
    private int localBgpId;

    PeerDescription(PeerId id, RouterContext router) {
        this.id = id;
        this.router = router;
        this.vrf = vrf(id);
    }

    private static String vrf(PeerId id) {
        return id.distinguisher() == 0 ? "" : Distinguisher.format(id.type(), id.distinguisher());
    }

    /** Returns the name of a peer without a Peer Up. */
    static String nameOf(PeerId id) {
        return id.name(vrf(id));
    }

    /** Takes the name of the VRF from the TLVs of a Peer Up, and starts without an earlier warning. */
    void takePeerUp(PeerUp up, OpenPair opens) {
        up.tableName()
                .filter(name -> !name.isEmpty() && !(id.distinguisher() == 0 && name.equals(GLOBAL_TABLE)))
                .ifPresent(name -> vrf = name);
        boolean locRib = id.type() == PerPeerHeader.TYPE_LOC_RIB;
        Open sent = opens.sent();
        localBgpId = sent == null ? 0 : sent.bgpIdentifier();
        downAmbiguous = false;
        warning = switch (opens.unreadable()) {
            case OPENS_READ, UNRECOGNIZED -> "";
            case SENT_OPEN -> locRib ? "" : SENT_OPEN_UNREADABLE;
            case RECEIVED_OPEN -> locRib ? "" : RECEIVED_OPEN_UNREADABLE;
            case BOTH_OPENS -> OPENS_UNREADABLE;
        };
    }

    /**
     * Sets whether a Peer Down may have been about this peer.
     *
     * @return true if that is a change
     */
    boolean setDownAmbiguous(boolean ambiguous) {
        boolean changes = downAmbiguous != ambiguous;
        downAmbiguous = ambiguous;
        return changes;
    }

    String name() {
        return id.name(vrf);
    }

    /** Sets the names and the warning in a session record, and returns the record. */
    Session.Builder describe(Session.Builder record) {
        String name = name();
        return record.setVrf(vrf)
                .setPeerName(name.equals(record.getPeerIp()) ? "" : name)
                .setPeerTwin(id.twin())
                .setSessionWarning(downAmbiguous ? PEER_DOWN_AMBIGUOUS : warning)
                .setRouterInstance(router.identity().instance())
                .setInstanceName(router.instanceName())
                .setSysDescr(router.sysDescr())
                .setSysName(router.sysName())
                .setLocalBgpId(localBgpId);
    }
}
