// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bgp.BgpCodec;

/**
 * Peer Down (RFC 7854 section 4.9).
 *
 * @param reason 1 local with NOTIFICATION, 2 local with FSM event, 3 remote with NOTIFICATION, 4 remote without, 5
 *     de-configured, 6 Loc-RIB closed (RFC 9069)
 * @param data what follows, as the reason says: a NOTIFICATION, two bytes of FSM event, TLVs, or nothing
 * @param trailing the TLVs that version 4 has behind that (draft-ietf-grow-bmp-tlv section 5.3)
 */
public record PeerDown(PerPeerHeader peer, int reason, Bytes data, List<Tlv> trailing) implements BmpMessage {
    public static final int LOCAL_NOTIFICATION = 1;
    public static final int LOCAL_FSM_EVENT = 2;
    public static final int REMOTE_NOTIFICATION = 3;
    public static final int REMOTE_NO_NOTIFICATION = 4;
    public static final int DE_CONFIGURED = 5;
    /** RFC 9069 section 5.3: TLVs follow. */
    public static final int LOC_RIB_CLOSED = 6;

    /** A message of version 3. */
    public PeerDown(PerPeerHeader peer, int reason, Bytes data) {
        this(peer, reason, data, List.of());
    }

    static Decoded<PeerDown> decode(BmpBody body) {
        return switch (PerPeerHeader.decode(body)) {
            case Decoded.Damaged<PerPeerHeader>(var error, var bytes) -> Decoded.damaged(error, bytes);
            case Decoded.Ok<PerPeerHeader>(var peer) ->
                body.has(1)
                        ? Decoded.ok(new PeerDown(
                                peer, body.reader().u8(), body.reader().rest()))
                        : body.truncated("reason", 1);
        };
    }

    static Decoded<PeerDown> decodeVersion4(BmpBody body) {
        return switch (decode(body)) {
            case Decoded.Damaged<PeerDown> damaged -> damaged;
            case Decoded.Ok<PeerDown>(var down) -> {
                int length = dataLength(down.reason, down.data);
                if (length == down.data.length()) {
                    yield Decoded.ok(down);
                }
                Bytes data = down.data.slice(0, length);
                yield body.within(down.data.from(length))
                        .tlvs()
                        .map(tlvs -> new PeerDown(down.peer, down.reason, data, tlvs));
            }
        };
    }

    /** Bytes before the TLVs of version 4: all of them where the reason, or a NOTIFICATION that is none, does not tell. */
    private static int dataLength(int reason, Bytes data) {
        return switch (reason) {
            case LOCAL_NOTIFICATION, REMOTE_NOTIFICATION -> {
                int length = data.length() < BgpCodec.HEADER_LENGTH ? 0 : data.u16(BgpCodec.HEADER_LENGTH - 3);
                yield length < BgpCodec.HEADER_LENGTH || length > data.length() ? data.length() : length;
            }
            case LOCAL_FSM_EVENT -> Math.min(2, data.length());
            case REMOTE_NO_NOTIFICATION, DE_CONFIGURED -> 0;
            default -> data.length();
        };
    }

    /** The NOTIFICATION that closed the session, header included; for reasons 1 and 3. */
    public Optional<Bytes> notification() {
        return (reason == LOCAL_NOTIFICATION || reason == REMOTE_NOTIFICATION) && !data.isEmpty()
                ? Optional.of(data)
                : Optional.empty();
    }

    /** The event of the finite state machine (RFC 4271 section 8.1) that closed the session, 0 for none; for reason 2. */
    public OptionalInt fsmEvent() {
        return reason == LOCAL_FSM_EVENT && data.length() == 2 ? OptionalInt.of(data.u16(0)) : OptionalInt.empty();
    }

    /**
     * The TLVs of reason 6, such as the VRF or table name (RFC 9069 section 5.3), with the types of {@link PeerUp}, as many of them as
     * are whole; in version 4 those of any reason.
     */
    public List<Tlv> tlvs() {
        List<Tlv> tlvs = new ArrayList<>(trailing);
        ByteReader in = data.reader();
        while (reason == LOC_RIB_CLOSED && in.has(4) && in.has(4 + in.peek(4).u16(2))) {
            tlvs.add(new Tlv(in.u16(), in.take(in.u16())));
        }
        return List.copyOf(tlvs);
    }

    /** The reason as an operator reads it. */
    public String reasonText() {
        return switch (reason) {
            case LOCAL_NOTIFICATION -> "closed by the router with a NOTIFICATION";
            case LOCAL_FSM_EVENT -> "closed by the router without a NOTIFICATION";
            case REMOTE_NOTIFICATION -> "closed by the peer with a NOTIFICATION";
            case REMOTE_NO_NOTIFICATION -> "closed by the peer without a NOTIFICATION";
            case DE_CONFIGURED -> "no longer monitored";
            case LOC_RIB_CLOSED -> "Loc-RIB closed";
            default -> "reason " + reason;
        };
    }

    @Override
    public int type() {
        return TYPE_PEER_DOWN;
    }
}
