// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.srx;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/** Decodes and encodes PDUs of the SRx proxy protocol (section 4). */
public final class SrxCodec {
    /** Length of the header that all PDUs share, in bytes; the field Length is its last four bytes. */
    public static final int HEADER_LENGTH = 12;

    /** Longest PDU in bytes: an IPv6 request whose AS_PATH and BGPsec_PATH each fill a message of RFC 8654. */
    public static final int MAX_LENGTH = VerifyRequestCodec.FIXED_LENGTH_IPV6 + 2 * 65_535;

    static final int HELLO = 0;
    static final int HELLO_RESPONSE = 1;
    static final int GOODBYE = 2;
    static final int SIGN_REQUEST = 5;
    static final int VERIFY_NOTIFICATION = 6;
    static final int SIGN_NOTIFICATION = 7;
    static final int DELETE_UPDATE = 8;
    static final int PEER_CHANGE = 9;
    static final int SYNC_REQUEST = 10;
    static final int ERROR = 11;

    private static final int HELLO_FIXED_LENGTH = 24;
    private static final int SIGN_NOTIFICATION_FIXED_LENGTH = 20;

    private SrxCodec() {}

    /**
     * Returns the length of the PDU that starts with these bytes, or 0 while fewer than {@link #HEADER_LENGTH} are
     * known. The result is damaged when the field Length is below {@link #HEADER_LENGTH} or above {@link #MAX_LENGTH}.
     */
    public static Decoded<Integer> messageLength(Bytes start) {
        if (start.length() < HEADER_LENGTH) {
            return Decoded.ok(0);
        }
        long length = start.u32(8);
        if (length < HEADER_LENGTH || length > MAX_LENGTH) {
            return Malformed.damaged(
                    start.slice(0, HEADER_LENGTH),
                    WireError.Code.BAD_LENGTH,
                    "Length",
                    8,
                    "length " + length + " is not in " + HEADER_LENGTH + ".." + MAX_LENGTH);
        }
        return Decoded.ok((int) length);
    }

    /** Decodes one PDU that fills {@code pdu} exactly. Never throws, whatever the bytes. */
    public static Decoded<SrxPdu> decode(Bytes pdu) {
        if (pdu.length() < HEADER_LENGTH) {
            return Malformed.damaged(
                    pdu, WireError.Code.TRUNCATED, "Header", 0, pdu.length() + " bytes are shorter than a PDU header");
        }
        if (pdu.u32(8) != pdu.length()) {
            return Malformed.damaged(
                    pdu,
                    WireError.Code.BAD_LENGTH,
                    "Length",
                    8,
                    "the length field says " + pdu.u32(8) + ", the PDU has " + pdu.length() + " bytes");
        }
        int type = pdu.u8(0);
        return switch (type) {
            case HELLO -> hello(pdu);
            case HELLO_RESPONSE -> fixed(pdu, 16, new SrxPdu.HelloResponse(pdu.u16(1), u32(pdu, 12)));
            case GOODBYE -> fixed(pdu, 12, new SrxPdu.Goodbye(pdu.u16(1)));
            case VerifyRequestCodec.TYPE_IPV4, VerifyRequestCodec.TYPE_IPV6 -> VerifyRequestCodec.decode(pdu);
            case SIGN_REQUEST ->
                fixed(pdu, 24, new SrxPdu.SignRequest(pdu.u16(1), pdu.u8(3), u32(pdu, 12), u32(pdu, 16), u32(pdu, 20)));
            case VERIFY_NOTIFICATION ->
                fixed(
                        pdu,
                        20,
                        new SrxPdu.VerifyNotification(
                                pdu.u8(1),
                                new SrxResults(pdu.u8(2), pdu.u8(3), pdu.u8(4)),
                                u32(pdu, 12),
                                u32(pdu, 16)));
            case SIGN_NOTIFICATION -> signNotification(pdu);
            case DELETE_UPDATE -> fixed(pdu, 16, new SrxPdu.DeleteUpdate(pdu.u16(1), u32(pdu, 12)));
            case PEER_CHANGE -> fixed(pdu, 16, new SrxPdu.PeerChange(pdu.u8(3) != 0, u32(pdu, 12)));
            case SYNC_REQUEST -> fixed(pdu, 12, new SrxPdu.SyncRequest());
            case ERROR -> error(pdu);
            default ->
                Malformed.damaged(pdu, WireError.Code.BAD_VALUE, "PDU Type", 0, "type " + type + " is not defined");
        };
    }

    /** Returns the bytes of a PDU. */
    public static Bytes encode(SrxPdu pdu) {
        ByteWriter to = new ByteWriter(96);
        switch (pdu) {
            case SrxPdu.Hello(int version, long proxyId, long asn, List<Long> peers) -> {
                to.u8(HELLO).u16(version).zeros(9).u32(proxyId).u32(asn).u32(peers.size());
                peers.forEach(to::u32);
            }
            case SrxPdu.HelloResponse(int version, long proxyId) ->
                to.u8(HELLO_RESPONSE).u16(version).zeros(9).u32(proxyId);
            case SrxPdu.Goodbye(int keepWindow) ->
                to.u8(GOODBYE).u16(keepWindow).zeros(9);
            case SrxPdu.VerifyRequest request -> VerifyRequestCodec.encode(request, to);
            case SrxPdu.SignRequest(int algorithm, int blockType, long updateId, long prependCount, long peerAs) ->
                to.u8(SIGN_REQUEST)
                        .u16(algorithm)
                        .u8(blockType)
                        .zeros(8)
                        .u32(updateId)
                        .u32(prependCount)
                        .u32(peerAs);
            case SrxPdu.VerifyNotification(int types, SrxResults results, long requestToken, long updateId) ->
                to.u8(VERIFY_NOTIFICATION)
                        .u8(types)
                        .u8(results.origin())
                        .u8(results.path())
                        .u8(results.aspa())
                        .zeros(7)
                        .u32(requestToken)
                        .u32(updateId);
            case SrxPdu.SignNotification(long updateId, Bytes signature) ->
                to.u8(SIGN_NOTIFICATION)
                        .zeros(11)
                        .u32(updateId)
                        .u32(signature.length())
                        .bytes(signature);
            case SrxPdu.DeleteUpdate(int keepWindow, long updateId) ->
                to.u8(DELETE_UPDATE).u16(keepWindow).zeros(9).u32(updateId);
            case SrxPdu.PeerChange(boolean added, long peerAs) ->
                to.u8(PEER_CHANGE).zeros(2).u8(added ? 1 : 0).zeros(8).u32(peerAs);
            case SrxPdu.SyncRequest() -> to.u8(SYNC_REQUEST).zeros(11);
            case SrxPdu.ErrorReport(SrxError code) ->
                to.u8(ERROR).u16(code.code()).zeros(9);
        }
        return to.setU32(8, to.length()).toBytes();
    }

    private static Decoded<SrxPdu> hello(Bytes pdu) {
        // NIST's proxy counts a fixed part of 20 bytes in Length, and so leaves out its last peer, or the number of
        // peers if it has none. Padding may follow an odd number of peers (section 5.2).
        if (pdu.length() == HELLO_FIXED_LENGTH - 4) {
            return Decoded.ok(new SrxPdu.Hello(pdu.u16(1), pdu.u32(12), pdu.u32(16), List.of()));
        }
        if (pdu.length() < HELLO_FIXED_LENGTH) {
            return Malformed.badLength(
                    pdu, "Hello of " + pdu.length() + " bytes, at least " + HELLO_FIXED_LENGTH + " expected");
        }
        long count = pdu.u32(20);
        int present = (pdu.length() - HELLO_FIXED_LENGTH) / 4;
        if (count > present + 1) {
            return Malformed.damaged(
                    pdu,
                    WireError.Code.BAD_LENGTH,
                    "Number Peers",
                    20,
                    count + " peers do not fit into " + pdu.length() + " bytes");
        }
        ByteReader reader = new ByteReader(pdu.from(HELLO_FIXED_LENGTH));
        List<Long> peers = new ArrayList<>();
        for (int i = 0; i < Math.min(count, present); i++) {
            peers.add(reader.u32());
        }
        return Decoded.ok(new SrxPdu.Hello(pdu.u16(1), pdu.u32(12), pdu.u32(16), peers));
    }

    private static Decoded<SrxPdu> signNotification(Bytes pdu) {
        if (pdu.length() < SIGN_NOTIFICATION_FIXED_LENGTH
                || pdu.u32(16) != pdu.length() - SIGN_NOTIFICATION_FIXED_LENGTH) {
            return Malformed.badLength(pdu, "the signature does not fill the Signature Notification");
        }
        return Decoded.ok(new SrxPdu.SignNotification(pdu.u32(12), pdu.from(SIGN_NOTIFICATION_FIXED_LENGTH)));
    }

    private static Decoded<SrxPdu> error(Bytes pdu) {
        int code = pdu.u16(1);
        return SrxError.of(code)
                .map(error -> fixed(pdu, 12, new SrxPdu.ErrorReport(error)))
                .orElseGet(() -> Malformed.damaged(
                        pdu, WireError.Code.BAD_VALUE, "Error Code", 1, "error code " + code + " is not defined"));
    }

    private static Decoded<SrxPdu> fixed(Bytes pdu, int length, SrxPdu decoded) {
        return pdu.length() == length
                ? Decoded.ok(decoded)
                : Malformed.badLength(
                        pdu, "PDU type " + pdu.u8(0) + " of " + pdu.length() + " bytes, expected " + length);
    }

    /** Returns the value at {@code at}, or 0 past the end; {@link #fixed} then refuses the PDU for its length. */
    private static long u32(Bytes pdu, int at) {
        return at + 4 <= pdu.length() ? pdu.u32(at) : 0;
    }
}
