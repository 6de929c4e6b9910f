// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.harness.Conditions;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.lab.routers.SigningUpstream;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Update;

class BgpFeedTest {
    private static final long AS = 64500;
    private static final Prefix IPV4 = Prefix.parse("198.51.100.0/24");
    private static final Prefix IPV6 = Prefix.parse("2001:db8::/32");

    private BgpFeed feed;

    @BeforeEach
    void listen() throws IOException {
        feed = new BgpFeed(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), AS);
    }

    @AfterEach
    void close() throws IOException {
        feed.close();
    }

    @Test
    void aSessionFeedsAfterEndOfRib() throws IOException {
        try (SigningUpstream replica = replica("127.0.0.1")) {
            replica.send(announcement(IPV4));
            replica.send(announcement(IPV6));
            assertThat(feed.isFed()).isFalse();
            replica.send(LabUpdates.endOfRib(AfiSafi.IPV4_UNICAST));

            Conditions.await("the feed is complete", feed::isFed);
            assertThat(feed.announces(IPV4)).isTrue();
            assertThat(feed.announces(IPV6)).isTrue();
            replica.send(LabUpdates.withdrawal(announcement(IPV4)));
            replica.send(LabUpdates.withdrawal(announcement(IPV6)));
            Conditions.await("the prefixes are withdrawn", () -> feed.prefixes() == 0);
        }
        Conditions.await("the session has ended", () -> !feed.isFed());
    }

    @Test
    void aPrefixStaysWhileOneReplicaAnnouncesIt() throws IOException {
        try (SigningUpstream first = replica("127.0.0.1")) {
            try (SigningUpstream second = replica("127.0.0.2")) {
                for (SigningUpstream replica : List.of(first, second)) {
                    replica.send(announcement(IPV4));
                    replica.send(LabUpdates.endOfRib(AfiSafi.IPV4_UNICAST));
                }
                Conditions.await("both replicas feed", () -> feed.sessions() == 2);
            }
            Conditions.await("one replica is left", () -> feed.sessions() == 1);
            assertThat(feed.announces(IPV4)).isTrue();
        }
    }

    @Test
    void aNewSessionOfASpeakerEndsItsEarlierOne() throws IOException {
        try (SigningUpstream before = replica("127.0.0.1")) {
            before.send(announcement(IPV4));
            before.send(LabUpdates.endOfRib(AfiSafi.IPV4_UNICAST));
            Conditions.await("the first session feeds", () -> feed.announces(IPV4));
            try (SigningUpstream after = replica("127.0.0.1")) {
                after.send(LabUpdates.endOfRib(AfiSafi.IPV4_UNICAST));

                Conditions.await("only the new session is left", () -> feed.sessions() == 1 && !feed.announces(IPV4));
            }
        }
    }

    private SigningUpstream replica(String address) throws IOException {
        return new SigningUpstream(address, AS, new InetSocketAddress(InetAddress.getLoopbackAddress(), feed.port()));
    }

    private static Update announcement(Prefix prefix) {
        return LabUpdates.plain(Nlri.of(prefix), List.of(64501L));
    }
}
