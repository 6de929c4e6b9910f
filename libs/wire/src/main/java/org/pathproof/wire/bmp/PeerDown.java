// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bgp.BgpFramer;

/**
 * Peer Down (RFC 7854 section 4.9).
 *
 * @param reason 1 local with NOTIFICATION, 2 local with FSM event, 3 remote with NOTIFICATION, 4 remote without
 *     NOTIFICATION, 5 de-configured, 6 Loc-RIB closed (RFC 9069 section 5.3)
 * @param data the content that the reason defines: a NOTIFICATION, an FSM event of two bytes, TLVs, or nothing
 * @param trailing the TLVs that follow in version 4 (draft-ietf-grow-bmp-tlv section 5.3)
 */
public record PeerDown(PerPeerHeader peer, int reason, Bytes data, List<Tlv> trailing) implements BmpMessage {
    public static final int LOCAL_NOTIFICATION = 1;
    public static final int LOCAL_FSM_EVENT = 2;
    public static final int REMOTE_NOTIFICATION = 3;
    public static final int REMOTE_NO_NOTIFICATION = 4;
    public static final int DE_CONFIGURED = 5;
    /** Reason 6: TLVs follow (RFC 9069 section 5.3). */
    public static final int LOC_RIB_CLOSED = 6;

    /** Creates a message of version 3. */
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

    /**
     * Returns the length of {@code data} in version 4. All bytes belong to it when the reason is unknown or the
     * NOTIFICATION is malformed.
     */
    private static int dataLength(int reason, Bytes data) {
        return switch (reason) {
            case LOCAL_NOTIFICATION, REMOTE_NOTIFICATION -> {
                int length = data.length() < BgpFramer.HEADER_LENGTH ? 0 : data.u16(BgpFramer.HEADER_LENGTH - 3);
                yield length < BgpFramer.HEADER_LENGTH || length > data.length() ? data.length() : length;
            }
            case LOCAL_FSM_EVENT -> Math.min(2, data.length());
            case REMOTE_NO_NOTIFICATION, DE_CONFIGURED -> 0;
            default -> data.length();
        };
    }

    /** Returns the NOTIFICATION that closed the session, header included. Present for reasons 1 and 3. */
    public Optional<Bytes> notification() {
        return (reason == LOCAL_NOTIFICATION || reason == REMOTE_NOTIFICATION) && !data.isEmpty()
                ? Optional.of(data)
                : Optional.empty();
    }

    /** Returns the FSM event that closed the session (RFC 4271 section 8.1), 0 for none. Present for reason 2. */
    public OptionalInt fsmEvent() {
        return reason == LOCAL_FSM_EVENT && data.length() == 2 ? OptionalInt.of(data.u16(0)) : OptionalInt.empty();
    }

    /**
     * Returns the TLVs of reason 6, with the types of {@link PeerUp}, up to the first truncated one. In version 4,
     * returns the TLVs of every reason. An example is the VRF or table name (RFC 9069 section 5.3).
     */
    public List<Tlv> tlvs() {
        List<Tlv> tlvs = new ArrayList<>(trailing);
        ByteReader in = new ByteReader(data);
        while (reason == LOC_RIB_CLOSED && in.has(4) && in.has(4 + in.peek(4).u16(2))) {
            tlvs.add(new Tlv(in.u16(), in.take(in.u16())));
        }
        return List.copyOf(tlvs);
    }

    /** Returns the reason in words, for an operator. */
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
