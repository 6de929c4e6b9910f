// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.bgp.session.BgpState;
import org.pathproof.bgp.session.SessionSettings;
import org.pathproof.harness.Conditions;
import org.pathproof.transport.tcp.TcpAoKey;
import org.pathproof.transport.tcp.TcpAoKeys;
import org.pathproof.transport.tcp.TcpOptions;
import org.pathproof.transport.tcp.TcpProtection;

/**
 * Tests BGP sessions with TCP-AO between two speakers, on 127.0.0.2 and 127.0.0.1. {@code ./pathproof test tcp-ao} runs
 * them on a kernel that has it.
 */
class TcpAoTest {
    private static final String FIRST = "hmac-sha-1-96 first secret";
    private static final String SECOND = "aes-128-cmac-96 second secret";

    @TempDir
    private Path folder;

    @BeforeEach
    void needsTcpAo() {
        try {
            TcpOptions.check(protection(TestSpeaker.PEER, "1 2 " + FIRST));
        } catch (IllegalArgumentException lacking) {
            Assumptions.abort("NOT TESTED: BGP with TCP-AO, because " + lacking.getMessage());
        }
    }

    private static TcpProtection protection(InetAddress peer, String... keys) {
        return new TcpProtection(Neighbor.peer(peer), "", TcpAoKey.parseAll(List.of(keys)), 0);
    }

    private static SessionSettings session(boolean passive) {
        return TestSpeaker.session(passive, Duration.ofSeconds(90), "10.0.0.1");
    }

    /** Returns the settings of the speaker on 127.0.0.1. */
    private static SessionSettings peerSession(boolean passive) {
        SessionSettings own = TestSpeaker.session(passive, Duration.ofSeconds(90), "10.0.0.2");
        return new SessionSettings(
                TestSpeaker.PEER_AS,
                TestSpeaker.AS,
                own.identifier(),
                own.families(),
                own.addPath(),
                own.holdTime(),
                own.sendHoldTime(),
                own.connectRetryMin(),
                own.connectRetryMax(),
                own.passive(),
                own.gracefulRestart(),
                own.extendedMessages());
    }

    private static BgpSpeaker peerSpeaker() throws IOException {
        BgpSpeaker speaker = new BgpSpeaker(
                SpeakerSettings.of(List.of(new InetSocketAddress(TestSpeaker.PEER, 0))), SpeakerListener.NONE);
        speaker.start();
        return speaker;
    }

    private static Neighbor towards(TestSpeaker pathproof, boolean passive, String... keys) {
        return new Neighbor(
                TestSpeaker.LOCAL,
                pathproof.port(),
                Optional.of(TestSpeaker.PEER),
                peerSession(passive),
                keys.length == 0 ? TcpProtection.NONE : protection(TestSpeaker.LOCAL, keys));
    }

    private static boolean isEstablished(TestSpeaker pathproof) {
        return pathproof.status().state() == BgpState.ESTABLISHED;
    }

    private static boolean staysDown(TestSpeaker pathproof) {
        return !Conditions.holds(Duration.ofSeconds(3), Duration.ofMillis(100), () -> isEstablished(pathproof));
    }

    @Test
    void protectsConnectionsOfBothDirections() throws IOException {
        for (boolean passive : new boolean[] {true, false}) {
            try (TestSpeaker pathproof = new TestSpeaker(0);
                    BgpSpeaker peer = peerSpeaker()) {
                int port = peer.addresses().getFirst().getPort();
                pathproof.speaker.add(
                        TestSpeaker.neighbor(
                                port, session(passive), protection(TestSpeaker.PEER, "1 2 " + FIRST, "3 4 " + SECOND)),
                        pathproof.source);
                peer.add(towards(pathproof, !passive, "2 1 " + FIRST, "4 3 " + SECOND), new ListSource());
                pathproof.awaitEstablished();
            }
        }
    }

    @Test
    void otherKeysAndUnsignedSegmentsEstablishNothing() throws IOException {
        try (TestSpeaker pathproof = new TestSpeaker(0);
                BgpSpeaker peer = peerSpeaker()) {
            pathproof.speaker.add(
                    TestSpeaker.neighbor(1, session(true), protection(TestSpeaker.PEER, "1 2 " + FIRST)),
                    pathproof.source);
            for (String[] keys : new String[][] {{"2 1 hmac-sha-1-96 other secret"}, {"2 3 " + FIRST}, {}}) {
                peer.add(towards(pathproof, false, keys), new ListSource());
                assertThat(staysDown(pathproof)).as(String.join(", ", keys)).isTrue();
                peer.remove(TestSpeaker.LOCAL);
            }
            peer.add(towards(pathproof, false, "2 1 " + FIRST), new ListSource());
            pathproof.awaitEstablished();
        }
    }

    @Test
    void aRemovedNeighborLeavesNoKeyBehind() throws IOException {
        try (TestSpeaker pathproof = new TestSpeaker(0)) {
            InetSocketAddress target = new InetSocketAddress(TestSpeaker.LOCAL, pathproof.port());
            pathproof.speaker.add(
                    TestSpeaker.neighbor(1, session(true), protection(TestSpeaker.PEER, "1 2 " + FIRST)),
                    pathproof.source);
            assertThatThrownBy(() -> connectUnsigned(target)).hasMessageContaining("timed out");
            pathproof.speaker.remove(TestSpeaker.PEER);
            connectUnsigned(target);
            pathproof.speaker.add(
                    TestSpeaker.neighbor(1, session(true), protection(TestSpeaker.PEER, "1 2 " + SECOND)),
                    pathproof.source);
            try (BgpSpeaker peer = peerSpeaker()) {
                peer.add(towards(pathproof, false, "2 1 " + SECOND), new ListSource());
                pathproof.awaitEstablished();
            }
        }
    }

    /** Both ends replace the key, in any order. The KEEPALIVEs carry the change. */
    @Test
    void keysChangeDuringASession() throws IOException {
        Path ownFile = Files.writeString(folder.resolve("own"), "1 2 " + FIRST);
        Path othersFile = Files.writeString(folder.resolve("others"), "2 1 " + FIRST);
        TcpAoKeys own = TcpAoKeys.ofFile("own", ownFile);
        TcpAoKeys others = TcpAoKeys.ofFile("others", othersFile);
        try (TestSpeaker pathproof = new TestSpeaker(0);
                BgpSpeaker peer = peerSpeaker()) {
            pathproof.speaker.add(
                    TestSpeaker.neighbor(1, session(true), protection(TestSpeaker.PEER, own)), pathproof.source);
            peer.add(
                    new Neighbor(
                            TestSpeaker.LOCAL,
                            pathproof.port(),
                            Optional.of(TestSpeaker.PEER),
                            peerSession(false),
                            protection(TestSpeaker.LOCAL, others)),
                    new ListSource());
            pathproof.awaitEstablished();
            Files.writeString(othersFile, "4 3 " + SECOND);
            Conditions.await("one end has two keys", () -> isEstablished(pathproof) && others.changingSockets() == 1);
            Files.writeString(ownFile, "3 4 " + SECOND);
            Conditions.await(
                    "both ends have the new key only",
                    () -> own.current().getFirst().sendId() == 3
                            && own.changingSockets() == 0
                            && others.changingSockets() == 0);
            assertThat(pathproof.status().state()).isEqualTo(BgpState.ESTABLISHED);
            assertThat(pathproof.status().sessions()).isEqualTo(1);

            // A removed neighbor leaves none of the keys behind.
            pathproof.speaker.remove(TestSpeaker.PEER);
            connectUnsigned(new InetSocketAddress(TestSpeaker.LOCAL, pathproof.port()));
        }
    }

    private static TcpProtection protection(InetAddress peer, TcpAoKeys keys) {
        return new TcpProtection(Neighbor.peer(peer), "", keys, 0);
    }

    private static void connectUnsigned(InetSocketAddress target) throws IOException {
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(TestSpeaker.PEER, 0));
            socket.connect(target, 1000);
        }
    }
}
