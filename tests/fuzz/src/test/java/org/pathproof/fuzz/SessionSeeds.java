// SPDX-License-Identifier: Apache-2.0
package org.pathproof.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pathproof.bgp.net.BgpSpeaker;
import org.pathproof.bgp.net.Neighbor;
import org.pathproof.bgp.net.SpeakerListener;
import org.pathproof.bgp.net.SpeakerSettings;
import org.pathproof.bgp.rib.AdjRibOut;
import org.pathproof.bgp.rib.PathIds;
import org.pathproof.harness.Bird;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.harness.GoBgp;
import org.pathproof.harness.Ports;
import org.pathproof.harness.TestData;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.srx.SrxCodec;
import org.pathproof.wire.srx.SrxDefaults;
import org.pathproof.wire.srx.SrxFlags;
import org.pathproof.wire.srx.SrxPdu;

/**
 * Writes the seeds of {@link SpeakerFuzzTest}, {@link BgpSessionFuzzTest} and {@link SrxFuzzTest}: sessions of FRR,
 * GoBGP and BIRD with a speaker, and the updates of NIST's bgpsecio. Start it by hand, with the resource folder of this
 * package as argument.
 */
final class SessionSeeds {
    private static final InetAddress ROUTER = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress SPEAKER = InetAddress.ofLiteral("127.0.0.2");
    private static final int MANY_CAPABILITIES = 0b10_1110;

    private SessionSeeds() {}

    /** Starts a daemon that connects to a port of 127.0.0.2. */
    private interface Daemon {
        AutoCloseable start(int speakerPort) throws IOException;
    }

    static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        Path logs = Files.createTempDirectory("seeds");
        record(folder, "frr", port -> new FrrBgpd(logs, "bmp", """
                router bgp 65001
                 bgp router-id 192.0.2.1
                 no bgp ebgp-requires-policy
                 no bgp network import-check
                 timers connect 1
                 neighbor 127.0.0.2 remote-as 65000
                 neighbor 127.0.0.2 port %d
                 neighbor 127.0.0.2 disable-connected-check
                 address-family ipv4 unicast
                  network 198.51.100.0/24
                 exit-address-family
                 address-family ipv6 unicast
                  neighbor 127.0.0.2 activate
                 exit-address-family
                """.formatted(port)));
        record(
                folder,
                "gobgp",
                port -> new GoBgp(
                        logs, "127.0.0.1", 65001, GoBgp.multihopNeighbor("127.0.0.2", 65000, port, "127.0.0.1")));
        record(
                folder,
                "bird",
                port -> new Bird(
                        logs, new Bird.Session("127.0.0.1", Ports.free(), 65001, "127.0.0.2", port, 65000), """
                        ipv4 { import all; export none; add paths rx; };
                        ipv6 { import all; export none; };
                        enable extended messages on;
                        """));
        writeSrx(folder);
    }

    /** Records the bytes that a daemon sends in one session, from its connection to its end. */
    private static void record(Path folder, String name, Daemon daemon) throws Exception {
        ByteWriter recorded = new ByteWriter();
        try (ServerSocket relay = new ServerSocket(0, 1, SPEAKER);
                BgpSpeaker speaker = new BgpSpeaker(
                        SpeakerSettings.of(List.of(new InetSocketAddress(SPEAKER, 0))), SpeakerListener.NONE)) {
            speaker.start();
            FuzzedOpen open = new FuzzedOpen((byte) MANY_CAPABILITIES);
            speaker.add(
                    new Neighbor(ROUTER, 1, Optional.empty(), open.settings(), TcpProtection.NONE),
                    new AdjRibOut(PathIds.SINGLE));
            AutoCloseable running = daemon.start(relay.getLocalPort());
            try (Socket router = relay.accept();
                    Socket local = new Socket()) {
                local.bind(new InetSocketAddress(ROUTER, 0));
                local.connect(speaker.addresses().getFirst());
                Thread.ofVirtual().start(() -> copy(local, router, new ByteWriter()));
                Thread.ofVirtual().start(() -> copy(router, local, recorded));
                Conditions.await(
                        "session of " + name,
                        () -> speaker.neighbors().getFirst().session().isPresent());
                Conditions.holds(Duration.ofSeconds(5), Duration.ofSeconds(1), () -> recorded.length() > 1 << 16);
                running.close();
            }
        }
        Bytes stream = recorded.toBytes();
        int open = stream.u16(16);
        save(folder, "SpeakerFuzzTestInputs/streams", name, header(0, 0).concat(stream));
        save(
                folder,
                "SpeakerFuzzTestInputs/streams",
                name + "-pieces",
                header(0, 7).concat(stream));
        save(
                folder,
                "SpeakerFuzzTestInputs/streams",
                name + "-established",
                header(2, 0).concat(stream.from(open)));
        save(
                folder,
                "SpeakerFuzzTestInputs/streams",
                name + "-second",
                header(3, 0).concat(stream));
        save(
                folder,
                "SpeakerFuzzTestInputs/streams",
                name + "-collision",
                header(4, 0).concat(stream));
        ByteWriter events = new ByteWriter().u8(MANY_CAPABILITIES).u8(0).u8(0);
        for (int at = 0; at < stream.length(); at += 255) {
            Bytes piece = stream.slice(at, Math.min(stream.length(), at + 255));
            events.u8(15).u8(piece.length()).bytes(piece).u8(7).u8(1);
        }
        save(folder, "BgpSessionFuzzTestInputs/events", name, events.toBytes());
    }

    private static Bytes header(int start, int pieces) {
        return new ByteWriter().u8(MANY_CAPABILITIES).u8(start).u8(pieces).toBytes();
    }

    private static void copy(Socket from, Socket to, ByteWriter record) {
        byte[] buffer = new byte[1 << 16];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                record.bytes(Bytes.copyOf(buffer).slice(0, read));
                out.write(buffer, 0, read);
            }
        } catch (IOException e) {
            if (!from.isClosed() && !to.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Writes sessions of a proxy that requests validation of each update of NIST, with and without receipts. */
    private static void writeSrx(Path folder) throws IOException {
        List<Bytes> receipts = new ArrayList<>();
        Bytes stream = Bytes.wrap(TestData.bytes("vectors/nist-session-valid-k1.bgp"));
        for (int at = 0; at < stream.length(); at += stream.u16(at + 16)) {
            Bytes message = stream.slice(at, at + stream.u16(at + 16));
            if (BgpCodec.decode(message, BgpSessionOptions.DEFAULT).orThrow() instanceof Update update) {
                update.find(BgpsecPath.class)
                        .map(path -> request(update, path.value(), receipts.size()))
                        .map(SrxCodec::encode)
                        .ifPresent(receipts::add);
            }
        }
        Bytes all = receipts.stream().reduce(Bytes.EMPTY, Bytes::concat);
        Bytes end = SrxCodec.encode(new SrxPdu.DeleteUpdate(0, 1))
                .concat(SrxCodec.encode(new SrxPdu.PeerChange(true, 65536)))
                .concat(SrxCodec.encode(new SrxPdu.Goodbye(60)));
        for (int circumstances : new int[] {0, 1, 4, 8}) {
            String name = "nist-" + circumstances;
            save(
                    folder,
                    "SrxFuzzTestInputs/streams",
                    name,
                    new ByteWriter().u8(circumstances).bytes(all).toBytes());
            save(
                    folder,
                    "SrxFuzzTestInputs/streams",
                    name + "-end",
                    new ByteWriter()
                            .u8(circumstances)
                            .bytes(receipts.getFirst())
                            .bytes(end)
                            .toBytes());
        }
        save(
                folder,
                "SrxFuzzTestInputs/streams",
                "hello",
                new ByteWriter()
                        .u8(2)
                        .bytes(SrxCodec.encode(new SrxPdu.Hello(SrxPdu.VERSION, 7, 65537, List.of(65536L))))
                        .bytes(receipts.getFirst())
                        .toBytes());
    }

    private static SrxPdu.VerifyRequest request(Update update, Bytes path, int token) {
        MpReach reach = update.find(MpReach.class).orElseThrow();
        return new SrxPdu.VerifyRequest(
                SrxFlags.PATH | SrxFlags.ORIGIN | (token % 2 == 0 ? SrxFlags.RECEIPT : 0),
                SrxDefaults.NONE,
                2,
                0,
                token,
                reach.nlri().getFirst().prefix(),
                64496,
                reach.family(),
                65537,
                List.of(64496L),
                new ByteWriter().u8(0x90).u8(33).u16(path.length()).bytes(path).toBytes());
    }

    private static void save(Path folder, String test, String name, Bytes bytes) throws IOException {
        Path file = folder.resolve(test).resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes.toArray());
    }
}
