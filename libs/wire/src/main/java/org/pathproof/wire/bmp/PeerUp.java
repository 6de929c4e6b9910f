// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.List;
import java.util.Optional;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError.Code;

/**
 * Peer Up (RFC 7854 section 4.10).
 *
 * @param localAddress 4 or 16 bytes
 * @param sentOpen the OPEN that the router sent, header included
 * @param receivedOpen the OPEN that the router received, header included; empty if the message ends before it
 * @param tlvs the TLVs after the OPENs (RFC 9736): 0 string, 3 VRF/Table Name, 4 Admin Label
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
    /** Free-form text (RFC 7854 section 4.4). */
    public static final int TLV_STRING = 0;
    /** The name of the VRF or table (RFC 9069 section 5.2.1). */
    public static final int TLV_VRF_TABLE_NAME = 3;
    /** An operator's label of the peer (RFC 8671 section 6.3.1). */
    public static final int TLV_ADMIN_LABEL = 4;

    /** Length of a BGP header in bytes (RFC 4271 section 4.1). */
    private static final int BGP_HEADER_LENGTH = 19;

    static Decoded<PeerUp> decode(BmpBody body) {
        return switch (PerPeerHeader.decode(body)) {
            case Decoded.Damaged<PerPeerHeader>(var error, var bytes) -> Decoded.damaged(error, bytes);
            case Decoded.Ok<PerPeerHeader>(var peer) -> decodeSession(peer, body);
        };
    }

    private static Decoded<PeerUp> decodeSession(PerPeerHeader peer, BmpBody body) {
        if (!body.has(20)) {
            return body.truncated("local address and ports", 20);
        }
        Bytes localAddress = peer.addressOf(body.reader().take(16));
        int localPort = body.reader().u16();
        int remotePort = body.reader().u16();
        return switch (decodeOpen("sent OPEN", body)) {
            case Decoded.Damaged<Bytes>(var error, var bytes) -> Decoded.damaged(error, bytes);
            case Decoded.Ok<Bytes>(var sent) ->
                switch (body.has(1) ? decodeOpen("received OPEN", body) : Decoded.ok(Bytes.EMPTY)) {
                    case Decoded.Damaged<Bytes>(var error, var bytes) -> Decoded.damaged(error, bytes);
                    case Decoded.Ok<Bytes>(var received) ->
                        body.tlvs()
                                .map(tlvs ->
                                        new PeerUp(peer, localAddress, localPort, remotePort, sent, received, tlvs));
                };
        };
    }

    /** Reads one BGP message, whose length is in the message's header. */
    private static Decoded<Bytes> decodeOpen(String name, BmpBody body) {
        ByteReader reader = body.reader();
        if (!body.has(BGP_HEADER_LENGTH)) {
            return body.truncated(name, BGP_HEADER_LENGTH);
        }
        int length = reader.peek(BGP_HEADER_LENGTH).u16(16);
        if (length < BGP_HEADER_LENGTH) {
            return body.damaged(
                    Code.BAD_LENGTH, name, reader.position() + 16, "the " + name + " has the length field " + length);
        }
        return body.has(length) ? Decoded.ok(reader.take(length)) : body.truncated(name, length);
    }

    void write(ByteWriter out) {
        peer.write(out);
        PerPeerHeader.writeAddress(localAddress, out);
        out.u16(localPort).u16(remotePort).bytes(sentOpen).bytes(receivedOpen);
        Tlv.write(tlvs, out);
    }

    /** Returns the name of the VRF or table (RFC 9069 section 5.2.1). */
    public Optional<String> tableName() {
        return tlvs.stream()
                .filter(t -> t.type() == TLV_VRF_TABLE_NAME)
                .map(Tlv::name)
                .findFirst();
    }

    @Override
    public int type() {
        return TYPE_PEER_UP;
    }
}
