// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.pathproof.harness.Conditions;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.tcp.TcpProtection;

/**
 * Attacks a session between two relays with forged packets. The attacker reads all packets, so that the forged ones
 * have the right addresses, ports and TCP numbers. Such an attacker is stronger than one who guesses these numbers.
 */
final class Attack {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration ANSWER = Duration.ofSeconds(15);
    private static final int MESSAGE_BYTES = 32;
    private static final int FORGERIES = 5;
    private static final byte[] INJECTED = "injected by the attacker".getBytes(StandardCharsets.US_ASCII);
    /** First byte of a QUIC packet with a long header, of the type Initial (RFC 9000 section 17.2.2). */
    private static final byte QUIC_INITIAL = (byte) 0xc0;

    private static final int QUIC_VERSION_1 = 1;

    private final Kind kind;
    private final Credentials credentials;

    Attack(Kind kind, Credentials credentials) {
        this.kind = kind;
        this.credentials = credentials;
    }

    /** Returns true if the session still carries bytes after forged resets. */
    boolean survivesReset() throws IOException, InterruptedException {
        return survives(false);
    }

    /** Returns true if the session carries exactly the bytes of the router after forged data. */
    boolean survivesInjection() throws IOException, InterruptedException {
        return survives(true);
    }

    private boolean survives(boolean inject) throws IOException, InterruptedException {
        try (ServerSocket sink = new ServerSocket(0, 2, InetAddress.getLoopbackAddress());
                Line line = line(sink);
                RawPackets packets = new RawPackets();
                Socket router = new Socket()) {
            router.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), line.port()));
            router.setTcpNoDelay(true);
            byte[] first = message(1);
            router.getOutputStream().write(first);
            try (Socket collector = sink.accept()) {
                collector.setSoTimeout((int) ANSWER.toMillis());
                if (!Arrays.equals(collector.getInputStream().readNBytes(MESSAGE_BYTES), first)) {
                    throw new IllegalStateException(kind.label() + ": the session carries no bytes before the attack");
                }
                ForgedPacket last = lastToRelay(packets, line.lastPort());
                forge(packets, last, inject);
                byte[] second = message(2);
                return carries(router, collector, second);
            }
        }
    }

    private Line line(ServerSocket sink) throws InterruptedException {
        return new Line(
                kind,
                2,
                Duration.ZERO,
                credentials,
                new Endpoint(Endpoint.Transport.TCP, "127.0.0.1", sink.getLocalPort()),
                TcpProtection.NONE);
    }

    /** Returns the last packet of the first relay to the second one, after which no further packet follows. */
    private static ForgedPacket lastToRelay(RawPackets packets, int port) {
        ForgedPacket[] last = new ForgedPacket[1];
        Conditions.await("a packet of the session", LIMIT, () -> {
            boolean quiet = true;
            for (byte[] packet = packets.next(); packet.length > 0; packet = packets.next()) {
                Optional<ForgedPacket> read = ForgedPacket.read(packet).filter(p -> p.destinationPort() == port);
                if (read.isPresent()) {
                    last[0] = read.get();
                    quiet = false;
                }
            }
            return quiet && last[0] != null;
        });
        return last[0];
    }

    private static void forge(RawPackets packets, ForgedPacket last, boolean inject) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < FORGERIES; i++) {
            if (last.protocol() == ForgedPacket.TCP) {
                packets.send(inject ? last.injected(INJECTED) : last.reset());
            } else {
                packets.send(last.datagram(inject ? changed(last.payload().toArray(), random) : forgedClose(random)));
            }
        }
    }

    /** Returns an observed QUIC packet with some other encrypted bytes. */
    private static byte[] changed(byte[] payload, SplittableRandom random) {
        byte[] packet = payload.clone();
        for (int i = Math.min(packet.length / 2, packet.length - 1); i < packet.length; i++) {
            packet[i] ^= (byte) random.nextInt(1, 256);
        }
        return packet;
    }

    /** Returns an Initial packet with random content, as a stateless attacker sends it to end a connection. */
    private static byte[] forgedClose(SplittableRandom random) {
        byte[] content = new byte[64];
        random.nextBytes(content);
        return ByteBuffer.allocate(5 + content.length)
                .put(QUIC_INITIAL)
                .putInt(QUIC_VERSION_1)
                .put(content)
                .array();
    }

    private static byte[] message(int number) {
        byte[] message = new byte[MESSAGE_BYTES];
        Arrays.fill(message, (byte) number);
        return message;
    }

    /** Returns true if exactly the bytes of the router arrive. */
    private static boolean carries(Socket router, Socket collector, byte[] message) {
        try {
            router.getOutputStream().write(message);
            return Arrays.equals(collector.getInputStream().readNBytes(message.length), message);
        } catch (SocketTimeoutException e) {
            return false; // the session is stuck
        } catch (IOException e) {
            return false; // the session ended
        }
    }
}
