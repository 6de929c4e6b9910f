// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.Initiation;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.Tlv;

/**
 * Builds messages of a BGP instance with one peer in the global instance.
 *
 * @param sysName name of the router
 * @param text string TLV of the Initiation; empty for none
 * @param peer number of the peer, in its address and AS
 * @param bgpId BGP Identifier of the instance
 */
public record BmpInstance(String sysName, String text, int peer, int bgpId) {
    private static final long LOCAL_AS = 65000;

    /** Returns the Initiation, the Peer Up and a route. */
    public Bytes table() {
        return initiation().concat(peerUp()).concat(announcement());
    }

    public Bytes initiation() {
        List<Tlv> tlvs = new ArrayList<>(List.of(tlv(Initiation.TLV_SYS_NAME, sysName)));
        if (!text.isEmpty()) {
            tlvs.add(tlv(Initiation.TLV_STRING, text));
        }
        return BmpCodec.encode(new Initiation(tlvs));
    }

    public Bytes peerUp() {
        Open sent = Bmp.open(LOCAL_AS, List.of());
        return bmp().peerUp(
                        header(),
                        new Open(sent.version(), sent.myAs(), sent.holdTime(), bgpId, sent.capabilities()),
                        Bmp.open(header().asn(), List.of()));
    }

    public Bytes announcement() {
        return bmp().monitor(header(), bmp().plain("198.51.100.0/24"));
    }

    private Bmp bmp() {
        return new Bmp(LOCAL_AS, header().asn());
    }

    private PerPeerHeader header() {
        return new PerPeerHeader(
                0,
                0,
                0,
                Bytes.wrap(new byte[] {(byte) 192, 0, 2, (byte) peer}),
                64500L + peer,
                0x0a000100 + peer,
                1,
                0);
    }

    private static Tlv tlv(int type, String text) {
        return new Tlv(type, Bytes.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }
}
