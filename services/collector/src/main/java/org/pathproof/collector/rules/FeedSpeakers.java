// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.IpAddress;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bmp.PerPeerHeader;

/**
 * The BGP speakers with which Pathproof feeds routers, as peers in the routers' BMP messages. Their routes are copies
 * of routes of other peers.
 */
public final class FeedSpeakers {
    /** Matches no peer. */
    public static final FeedSpeakers NONE = new FeedSpeakers(List.of());

    private final List<Speaker> speakers;

    /** @param id BGP Identifier as an unsigned 32-bit number; empty for any */
    private record Speaker(Prefix address, OptionalLong id) {}

    private FeedSpeakers(List<Speaker> speakers) {
        this.speakers = List.copyOf(speakers);
    }

    /**
     * Parses a list of speakers: an address or prefix, optionally with a BGP Identifier, as in {@code
     * 192.0.2.9@10.0.0.9}.
     *
     * @throws IllegalArgumentException when a text has another form
     */
    public static FeedSpeakers of(List<String> texts) {
        List<Speaker> speakers = new ArrayList<>();
        for (String text : texts) {
            String[] parts = text.strip().split("@", -1);
            try {
                if (parts.length > 2) {
                    throw new IllegalArgumentException("more than one @");
                }
                OptionalLong id = parts.length == 1 ? OptionalLong.empty() : OptionalLong.of(identifier(parts[1]));
                speakers.add(new Speaker(Prefix.parse(parts[0]), id));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "not the address, prefix or address@identifier of a BGP speaker: \"" + text + "\": "
                                + e.getMessage(),
                        e);
            }
        }
        return new FeedSpeakers(speakers);
    }

    private static long identifier(String text) {
        Bytes identifier = IpAddress.parse(text);
        if (identifier.length() != Integer.BYTES) {
            throw new IllegalArgumentException("not a BGP Identifier: " + text);
        }
        return identifier.u32(0);
    }

    /** Returns true when the peer of a per-peer header (RFC 7854 section 4.2) is one of the speakers. */
    public boolean include(PerPeerHeader header) {
        if (speakers.isEmpty() || header.isLocRib()) {
            return false;
        }
        Bytes address = header.address();
        Prefix host = Prefix.host(address);
        return speakers.stream()
                .anyMatch(speaker -> speaker.address().covers(host)
                        && (speaker.id().isEmpty()
                                || speaker.id().getAsLong() == Integer.toUnsignedLong(header.bgpId())));
    }
}
