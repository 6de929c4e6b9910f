// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.pathproof.harness.Conditions;

class SpeakerTest {
    @Test
    void closesConnectionsOfUnknownSources() throws IOException {
        List<InetAddress> refused = new CopyOnWriteArrayList<>();
        SpeakerListener listener = new SpeakerListener() {
            @Override
            public void onRefusal(InetAddress address) {
                refused.add(address);
            }
        };
        try (TestSpeaker speaker = new TestSpeaker(0, listener);
                Socket socket = new Socket(TestSpeaker.LOCAL, speaker.port())) {
            socket.setSoTimeout(30_000);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            Conditions.await("refusal", Duration.ofSeconds(30), () -> !refused.isEmpty());
        }
    }

    @Test
    void refusesFurtherConnectionsOfANeighborThatOpensManyUntilTheseEnd() throws IOException {
        List<Socket> sockets = new ArrayList<>();
        try (TestSpeaker speaker = new TestSpeaker(0)) {
            speaker.speaker.add(
                    TestSpeaker.neighbor(1, TestSpeaker.session(true, Duration.ofSeconds(90), "10.0.0.1")),
                    speaker.source);
            int refused = 0;
            for (int i = 0; i < 60; i++) {
                refused += isRefused(speaker, sockets) ? 1 : 0;
            }
            assertThat(refused).isGreaterThan(16);
            for (Socket socket : sockets) {
                socket.close();
            }
            Conditions.await(
                    "connection after the end of the others",
                    Duration.ofSeconds(30),
                    () -> !isRefused(speaker, sockets));
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    /** Opens a connection to the speaker. */
    private static boolean isRefused(TestSpeaker speaker, List<Socket> sockets) {
        try {
            Socket socket = new Socket();
            sockets.add(socket);
            socket.bind(new InetSocketAddress(TestSpeaker.PEER, 0));
            socket.connect(new InetSocketAddress(TestSpeaker.LOCAL, speaker.port()));
            socket.setSoTimeout(30_000);
            return socket.getInputStream().read() < 0;
        } catch (IOException e) {
            return true; // reset
        }
    }

    @Test
    void protectionWithoutEpollIsRefusedWithItsReason() {
        SpeakerSettings settings = new SpeakerSettings(List.<InetSocketAddress>of(), 1, 1 << 16, false);
        try (BgpSpeaker speaker = new BgpSpeaker(settings, SpeakerListener.NONE)) {
            Neighbor neighbor = TestSpeaker.neighbor(
                    179, TestSpeaker.session(true, Duration.ofSeconds(90), "10.0.0.1"), TestSpeaker.md5("secret"));
            assertThatThrownBy(() -> speaker.add(neighbor, new ListSource()))
                    .hasMessageContaining("TCP-MD5 needs epoll sockets");
        }
    }
}
