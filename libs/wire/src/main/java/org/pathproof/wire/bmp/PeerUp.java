// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.List;
import org.pathproof.wire.Bytes;

/**
 * Peer Up (RFC 7854 section 4.10).
 *
 * @param localAddress 4 or 16 octets
 * @param sentOpen the OPEN that the router sent, header included
 * @param receivedOpen the OPEN that it received, header included
 * @param tlvs what follows the OPENs, in the namespace of RFC 9736 (0 string, 3 VRF/table name, 4 admin label)
 */
public record PeerUp(
        PerPeerHeader peer,
        Bytes localAddress,
        int localPort,
        int remotePort,
        Bytes sentOpen,
        Bytes receivedOpen,
        List<Tlv> tlvs)
        implements BmpMessage {
    @Override
    public int type() {
        return TYPE_PEER_UP;
    }
}
