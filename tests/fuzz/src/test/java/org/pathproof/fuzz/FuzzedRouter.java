// SPDX-License-Identifier: Apache-2.0
package org.pathproof.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pathproof.bgp.net.MemoryNeighbor;
import org.pathproof.bgp.net.Neighbor;
import org.pathproof.bgp.net.SpeakerListener;
import org.pathproof.bgp.rib.AdjRibOut;
import org.pathproof.bgp.rib.PathIds;
import org.pathproof.bgp.session.BgpState;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpFramer;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Notification;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;

/** A router that a speaker feeds. Checks each byte that the speaker sends. */
final class FuzzedRouter implements SpeakerListener {
    private final MemoryNeighbor speaker;
    private final Map<MemoryNeighbor.Connection, Stream> streams = new HashMap<>();
    private final Set<Nlri> table = new HashSet<>();
    private BgpSessionOptions sending = BgpSessionOptions.DEFAULT;
    /** Failure of the speaker itself; empty if there was none. */
    private String failure = "";

    /** The output of the speaker on a connection. */
    private static final class Stream {
        boolean opened;
        boolean notified;
    }

    FuzzedRouter(FuzzedOpen open) {
        speaker = new MemoryNeighbor(open.neighbor(), routes(), this);
    }

    private static AdjRibOut routes() {
        AdjRibOut routes = new AdjRibOut(PathIds.MULTIPLE);
        for (long pathId = 0; pathId < 3; pathId++) {
            routes.announce(Prefix.parse("10.1.0.0/16"), pathId, attributes(true));
            routes.announce(Prefix.parse("2001:db8:1::/48"), pathId, attributes(false));
        }
        return routes;
    }

    private static List<PathAttribute> attributes(boolean ipv4) {
        return List.of(
                new Origin(PathAttribute.FLAG_TRANSITIVE, 0),
                new AsPath(
                        PathAttribute.FLAG_TRANSITIVE,
                        List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(64501L, 4_200_000_000L)))),
                new LocalPref(PathAttribute.FLAG_TRANSITIVE, 200),
                ipv4
                        ? new NextHop(PathAttribute.FLAG_TRANSITIVE, Bytes.fromHex("c0000201"))
                        : new MpReach(
                                PathAttribute.FLAG_OPTIONAL,
                                AfiSafi.IPV6_UNICAST,
                                Bytes.fromHex("20010db8000000000000000000000001"),
                                List.of(),
                                Bytes.EMPTY));
    }

    BgpState state() {
        return speaker.status().state();
    }

    MemoryNeighbor.Connection connect() {
        MemoryNeighbor.Connection connection = speaker.connect();
        streams.put(connection, new Stream());
        readAll();
        return connection;
    }

    void deliver(MemoryNeighbor.Connection connection, Bytes piece) {
        connection.deliver(piece);
        readAll();
    }

    void disconnectAll() {
        streams.keySet().forEach(MemoryNeighbor.Connection::finishAndReleaseAll);
        readAll();
    }

    /** Checks that the established session has sent one route of each family, or two with ADD-PATH. */
    void checkTable() {
        assertThat(table).hasSize(sending.addPath().size() == 2 ? 4 : 2);
    }

    /**
     * Checks that the speaker has closed the connection only with a NOTIFICATION, or after one of the router. A
     * malformed NOTIFICATION counts as one.
     */
    void checkEnding(MemoryNeighbor.Connection connection) {
        String why = speaker.status().lastError().orElse("");
        boolean notified = stream(connection).notified
                || why.startsWith("the neighbor sent a malformed message: NOTIFICATION")
                || why.startsWith("the neighbor sent ") && !why.contains("malformed message");
        assertThat(notified || state().compareTo(BgpState.OPEN_SENT) >= 0)
                .as("state %s after: %s", state(), why)
                .isTrue();
    }

    @Override
    public void onStateChange(Neighbor neighbor, BgpState before, BgpState after, String why) {
        if (why.startsWith("connection lost") || why.startsWith("internal error")) {
            failure = why; // Netty's handlers would hide an exception of this method
        }
        if (after == BgpState.ESTABLISHED) {
            sending = speaker.status().session().orElseThrow().sending();
            table.clear();
        }
    }

    private void readAll() {
        streams.forEach((connection, stream) -> {
            connection.checkException();
            read(connection.takeSent(), stream);
        });
        assertThat(failure).isEmpty();
    }

    private void read(Bytes sent, Stream stream) {
        Bytes left = sent;
        while (!left.isEmpty()) {
            int maxLength = sending.extendedMessage() ? BgpCodec.MAX_EXTENDED_LENGTH : BgpCodec.MAX_LENGTH;
            int length = BgpFramer.messageLength(left, maxLength).orThrow();
            assertThat(length).isBetween(BgpFramer.HEADER_LENGTH, left.length());
            Decoded<BgpMessage> message = BgpCodec.decode(left.slice(0, length), sending);
            check(message.orThrow(), stream);
            left = left.from(length);
        }
    }

    private void check(BgpMessage message, Stream stream) {
        assertThat(stream.notified).as("a message after a NOTIFICATION").isFalse();
        assertThat(message instanceof Open || !stream.opened && message instanceof Notification)
                .as("an OPEN, or a refusal, is the first message: %s", message)
                .isEqualTo(!stream.opened);
        stream.opened = true;
        stream.notified = message instanceof Notification;
        if (message instanceof Update update) {
            assertThat(update.errors()).isEmpty();
            table.addAll(update.nlri());
            update.find(MpReach.class).ifPresent(reach -> table.addAll(reach.nlri()));
        }
    }

    private Stream stream(MemoryNeighbor.Connection connection) {
        return streams.computeIfAbsent(connection, c -> new Stream());
    }
}
