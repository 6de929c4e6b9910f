// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.Initiation;
import org.pathproof.wire.bmp.PeerDown;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.PerPeerHeader;

/**
 * The signs by which the BGP instances of one router are told apart (RFC 7854 section 8.1): the string TLVs of the
 * Initiation, the peers, and the AS and BGP Identifier in the OPENs that the router sent. Safe for use by several
 * threads.
 */
public final class InstanceSigns {
    private static final long UNKNOWN = 0;

    private final int maxPeers;
    /** The AS and BGP Identifier that the router sent to each peer, 32 bits each. */
    private final Map<PeerId, Long> peers = new ConcurrentHashMap<>();

    private volatile String text = "";
    private volatile boolean hasText;

    /** @param maxPeers maximum number of peers that are kept */
    public InstanceSigns(int maxPeers) {
        this.maxPeers = maxPeers;
    }

    /** Returns the signs in the session records of an instance. Records of sessions that are down count as the last. */
    public static InstanceSigns ofRecords(List<Session> records) {
        InstanceSigns signs = new InstanceSigns(Integer.MAX_VALUE);
        boolean anyUp = records.stream().anyMatch(record -> record.getState() != State.DOWN);
        for (Session record : records) {
            if (!record.getInstanceName().isEmpty()) {
                signs.text = record.getInstanceName();
                signs.hasText = true;
            }
            if (!anyUp || record.getState() != State.DOWN) {
                PeerId id = PeerId.ofRecord(record);
                signs.peers.put(
                        id.isLinkLocal()
                                ? id.twin(Integer.toUnsignedLong(record.getPeerAs()), record.getPeerBgpId())
                                : id,
                        speaker(record.getLocalAs(), record.getLocalBgpId()));
            }
        }
        return signs;
    }

    /** Records the signs in a message. Returns true for a message that names a peer. */
    public boolean record(BmpMessage message) {
        return switch (message) {
            case Initiation initiation -> {
                text = initiation.instanceText();
                hasText = true;
                yield false;
            }
            case PeerUp up -> {
                Open sent = OpenPair.of(up, (error, bytes) -> {}).sent();
                add(up.peer(), sent == null ? UNKNOWN : speaker((int) sent.asn(), sent.bgpIdentifier()));
                yield true;
            }
            case PeerDown down -> {
                add(down.peer(), UNKNOWN);
                yield true;
            }
            default -> false;
        };
    }

    private void add(PerPeerHeader header, long speaker) {
        PeerId id = id(header);
        if (peers.size() < maxPeers || peers.containsKey(id)) {
            peers.merge(id, speaker, (known, found) -> found == UNKNOWN ? known : found);
        }
    }

    private static PeerId id(PerPeerHeader header) {
        PeerId id = PeerId.of(header);
        return header.hasLinkLocalAddress() ? id.twin(header.asn(), header.bgpId()) : id;
    }

    private static long speaker(int asn, int bgpId) {
        return bgpId == 0 ? UNKNOWN : Integer.toUnsignedLong(asn) << 32 | Integer.toUnsignedLong(bgpId);
    }

    public boolean hasPeers() {
        return !peers.isEmpty();
    }

    /** Returns true if the other connection has the same peer, and the router sent both the same AS and Identifier. */
    public boolean sharePeer(InstanceSigns other, PerPeerHeader header) {
        PeerId peer = id(header);
        Long mine = peers.get(peer);
        return !differInText(other)
                && namesInstance(peer)
                && mine != null
                && mine != UNKNOWN
                && mine.equals(other.peers.get(peer));
    }

    /** Returns the likeness of these signs of a connection and those of a known instance. */
    public Likeness likeness(InstanceSigns known, boolean connected) {
        if (differInText(known)) {
            return Likeness.OTHER;
        }
        return switch (sharedPeers(known)) {
            case SAME_SPEAKER -> Likeness.SAME_PEER;
            case OTHER_SPEAKER -> connected ? Likeness.OTHER : Likeness.SAME_ADDRESS;
            case NONE -> {
                // A connected instance has all its peers. New peers are then those of another instance.
                boolean sameSpeaker = speakers().stream().anyMatch(known.speakers()::contains);
                boolean sameText = hasText && !text.isEmpty() && text.equals(known.text);
                yield !connected && (sameSpeaker || sameText) ? Likeness.SAME_SPEAKER : Likeness.OTHER;
            }
        };
    }

    /** The likeness of two sets of signs, in ascending order. */
    public enum Likeness {
        OTHER,
        SAME_ADDRESS,
        SAME_SPEAKER,
        SAME_PEER
    }

    private enum Shared {
        NONE,
        OTHER_SPEAKER,
        SAME_SPEAKER
    }

    private boolean differInText(InstanceSigns other) {
        return hasText && other.hasText && !text.equals(other.text);
    }

    /** Returns true for a peer that tells instances apart: each one can have a Loc-RIB and own routes. */
    private static boolean namesInstance(PeerId peer) {
        return peer.distinguisher() != 0 || !peer.hasNoAddress();
    }

    private Shared sharedPeers(InstanceSigns other) {
        boolean otherSpeaker = false;
        boolean named = peers.keySet().stream().anyMatch(InstanceSigns::namesInstance);
        for (Map.Entry<PeerId, Long> peer : peers.entrySet()) {
            Long theirs = other.peers.get(peer.getKey());
            if (theirs != null && (!named || namesInstance(peer.getKey()))) {
                if (theirs == UNKNOWN || peer.getValue() == UNKNOWN || theirs.equals(peer.getValue())) {
                    return Shared.SAME_SPEAKER;
                }
                otherSpeaker = true;
            }
        }
        return otherSpeaker ? Shared.OTHER_SPEAKER : Shared.NONE;
    }

    private Set<Long> speakers() {
        Set<Long> speakers = new HashSet<>(peers.values());
        speakers.remove(UNKNOWN);
        return speakers;
    }
}
