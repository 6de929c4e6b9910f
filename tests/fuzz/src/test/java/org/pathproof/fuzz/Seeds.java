// SPDX-License-Identifier: Apache-2.0
package org.pathproof.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.pathproof.lab.Lab;
import org.pathproof.lab.LabSettings;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpFramer;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.RouteMonitoring;

/**
 * Writes the seeds of {@link BgpFuzzTest}, {@link BmpFuzzTest} and {@link RouterFuzzTest}: messages of a router of the
 * lab, with its attacks. Start it by hand, with the resource folder of this package as argument.
 */
final class Seeds {
    private static final int QUIET_MS = 2_000;

    private Seeds() {}

    static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        LabSettings settings = LabSettings.demo().withRoutes(List.of());
        Lab lab = Lab.build(settings);
        try (ServerSocket collector = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            lab.routers().getFirst().start(new InetSocketAddress(collector.getInetAddress(), collector.getLocalPort()));
            try (Socket router = collector.accept()) {
                write(folder, Bytes.wrap(readUntilQuiet(router)));
            }
        } finally {
            lab.close();
        }
    }

    private static byte[] readUntilQuiet(Socket router) throws IOException {
        router.setSoTimeout(QUIET_MS);
        InputStream in = router.getInputStream();
        ByteWriter all = new ByteWriter();
        byte[] buffer = new byte[1 << 16];
        try {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                all.bytes(Bytes.copyOf(buffer).slice(0, read));
            }
        } catch (SocketTimeoutException e) {
            return all.toArray();
        }
        return all.toArray();
    }

    private static void write(Path folder, Bytes stream) throws IOException {
        ByteWriter beginning = new ByteWriter();
        Bytes left = stream;
        int number = 0;
        while (BmpFramer.messageLength(left, 1 << 20) instanceof Decoded.Ok<Integer>(Integer length) && length > 0) {
            Bytes message = left.slice(0, length);
            left = left.from(length);
            number++;
            String name = "lab-%03d".formatted(number);
            save(folder, "BmpFuzzTestInputs/messages", name, message);
            BmpMessage decoded = BmpCodec.decode(message).orThrow();
            if (decoded instanceof RouteMonitoring monitoring) {
                save(
                        folder,
                        "RouterFuzzTestInputs/streams",
                        name,
                        beginning.toBytes().concat(message));
                save(
                        folder,
                        "BgpFuzzTestInputs/messages",
                        name,
                        Bytes.fromHex("00").concat(monitoring.bgpMessage()));
                if (BgpCodec.decode(monitoring.bgpMessage(), BgpSessionOptions.DEFAULT)
                        instanceof Decoded.Ok<BgpMessage>(Update update)) {
                    for (PathAttribute attribute : update.attributes()) {
                        if (attribute instanceof BgpsecPath path) {
                            save(folder, "BgpFuzzTestInputs/bgpsecPaths", name, path.value());
                        }
                    }
                }
            } else {
                beginning.bytes(message);
                if (decoded instanceof PeerUp up) {
                    save(
                            folder,
                            "BgpFuzzTestInputs/messages",
                            name + "-open",
                            Bytes.fromHex("00").concat(up.sentOpen()));
                }
            }
        }
    }

    private static void save(Path folder, String test, String name, Bytes bytes) throws IOException {
        Path file = folder.resolve(test).resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes.toArray());
    }
}
