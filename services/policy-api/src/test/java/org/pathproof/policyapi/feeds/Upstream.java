// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.pathproof.bgp.net.BgpSpeaker;
import org.pathproof.bgp.net.Neighbor;
import org.pathproof.bgp.net.SpeakerListener;
import org.pathproof.bgp.net.SpeakerSettings;
import org.pathproof.bgp.rib.AdjRibOut;
import org.pathproof.bgp.rib.PathIds;
import org.pathproof.bgp.session.SessionSettings;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;

/** A neighbor of the border router in another AS, which announces one prefix. */
public final class Upstream implements AutoCloseable {
    private final BgpSpeaker speaker;

    /**
     * Connects to the router on 127.0.0.1.
     *
     * @param address address of this neighbor
     * @param path AS path, which begins with the AS of this neighbor
     */
    public Upstream(String address, int port, long routerAs, String prefix, Bytes nextHop, List<Long> path)
            throws IOException {
        InetAddress own = InetAddress.ofLiteral(address);
        AdjRibOut routes = new AdjRibOut(PathIds.SINGLE);
        routes.announce(
                Prefix.parse(prefix),
                0,
                List.of(
                        new Origin(PathAttribute.FLAG_TRANSITIVE, 0),
                        new AsPath(
                                PathAttribute.FLAG_TRANSITIVE, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, path))),
                        new NextHop(PathAttribute.FLAG_TRANSITIVE, nextHop)));
        speaker = new BgpSpeaker(SpeakerSettings.of(List.of()), SpeakerListener.NONE);
        speaker.start();
        speaker.add(
                new Neighbor(
                        InetAddress.ofLiteral("127.0.0.1"),
                        port,
                        Optional.of(own),
                        SessionSettings.of(
                                path.getFirst(),
                                routerAs,
                                ByteBuffer.wrap(own.getAddress()).getInt()),
                        TcpProtection.NONE),
                routes);
    }

    @Override
    public void close() {
        speaker.close();
    }
}
