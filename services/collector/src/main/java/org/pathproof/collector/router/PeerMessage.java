// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import org.jspecify.annotations.Nullable;
import org.pathproof.collector.rules.PeerRules;
import org.pathproof.contracts.v1.Source;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bmp.MonitoringTlvs;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;

/**
 * One BGP message of a peer as the router reported it, still encoded.
 *
 * @param bgp the message with its BGP header
 * @param tlvs TLVs of the Route Monitoring message; none for a mirrored message
 * @param source Route Monitoring or Route Mirroring
 * @param errored true for a mirrored message that the router could not use (RFC 7854 section 4.7, Errored PDU)
 * @param receivedMicros time at which the collector received the message, in microseconds since 1970-01-01 UTC
 */
record PeerMessage(
        PerPeerHeader header, Bytes bgp, MonitoringTlvs tlvs, Source source, boolean errored, long receivedMicros) {
    /** Creates a message that the router does not report as errored. */
    PeerMessage(PerPeerHeader header, Bytes bgp, MonitoringTlvs tlvs, Source source, long receivedMicros) {
        this(header, bgp, tlvs, source, false, receivedMicros);
    }

    /** Returns the view of the routes. The policy flag of mirrored messages has no meaning (RFC 7854 section 4.2). */
    RibView view() {
        return source == Source.MIRRORING ? RibView.ADJ_RIB_IN_PRE : header.view();
    }

    /** Returns the options for decoding the message; {@code facts} are those of its view, null before the Peer Up. */
    BgpSessionOptions options(@Nullable PeerFacts facts) {
        BgpSessionOptions negotiated = facts == null ? BgpSessionOptions.DEFAULT : facts.options(view());
        // Flag A gives the encoding of AS numbers in monitored UPDATEs (RFC 7854 section 4.2). Mirrored ones are
        // verbatim.
        boolean fourOctetAs =
                source == Source.MIRRORING && facts != null ? negotiated.fourOctetAs() : !header.hasTwoOctetAs();
        return new BgpSessionOptions(fourOctetAs, tlvs.addPath(negotiated.addPath(), header), true);
    }

    /** Returns true when the settings permit AS_SET and AS_CONFED_SET from the peer. */
    boolean areSetsAllowed(PeerRules rules) {
        return rules.asSets().matches(header.address(), header.asn());
    }

    /** Returns true when the settings permit BGPsec_PATH beside AS_PATH from the peer; also before its Peer Up. */
    boolean isDualPathAllowed(@Nullable PeerFacts facts, PeerRules rules) {
        return facts == null ? rules.dualPath().matches(header.address(), header.asn()) : facts.dualPathAllowed();
    }

    /**
     * Returns true if the message has the encoding of {@link #options}, whatever its bytes are: a mirrored message of a
     * session with known OPENs, whose bytes the neighbor chose; an errored message; a message with a TLV that declares
     * its encoding.
     */
    boolean isVerbatim(@Nullable PeerFacts facts) {
        return errored
                || source == Source.MIRRORING && facts != null
                || !tlvs.all().isEmpty() && tlvs.capabilities().stream().anyMatch(Capability.AddPath.class::isInstance);
    }

    /** Returns the message with other bytes. */
    PeerMessage with(Bytes other) {
        return new PeerMessage(header, other, tlvs, source, errored, receivedMicros);
    }

    /** Returns the message with its own copy of the bytes, to keep it longer than the buffer that received it. */
    PeerMessage compact() {
        return with(bgp.compact());
    }
}
