// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.pathproof.harness.Ports;
import org.pathproof.harness.StayRtr;
import org.pathproof.wire.rpki.RpkiObject;

/** StayRTR as a cache. StayRTR reads a JSON file. */
final class StayRtrCache implements Cache {
    static final Program PROGRAM = Program.debian("StayRTR", "stayrtr", "stayrtr");

    private final Path json;
    private final StayRtr program;
    private final Map<String, String> source;

    StayRtrCache(Path folder, Credentials credentials, Transport transport, List<RpkiObject> objects)
            throws IOException {
        json = RpkiFiles.rpkiClient(folder.resolve("rpki.json"), objects);
        int port = Ports.free();
        String address = "127.0.0.1:" + port;
        program = new StayRtr(folder, json, options(credentials, transport, address));
        source = switch (transport) {
            case TCP, WITHOUT_ASPAS -> Map.of("cache", program.address());
            case TLS ->
                Map.of(
                        "cache",
                        address,
                        "transport",
                        "tls",
                        "tls.trust",
                        credentials.trust().toString());
            case SSH ->
                Map.of(
                        "cache",
                        address,
                        "transport",
                        "ssh",
                        "ssh.user",
                        Credentials.USER,
                        "ssh.key",
                        credentials.userKey().toString(),
                        "ssh.host-key",
                        credentials.hostKeyLine());
        };
    }

    private static String[] options(Credentials credentials, Transport transport, String address) {
        return switch (transport) {
            case TCP, WITHOUT_ASPAS -> new String[0];
            case TLS ->
                new String[] {
                    "-tls.bind",
                    address,
                    "-tls.cert",
                    credentials.certificate().toString(),
                    "-tls.key",
                    credentials.key().toString()
                };
            case SSH ->
                new String[] {
                    "-ssh.bind",
                    address,
                    "-ssh.key",
                    credentials.hostKey().toString(),
                    "-ssh.method.key=true",
                    "-ssh.auth.user",
                    Credentials.USER,
                    "-ssh.auth.key.file",
                    Credentials.publicKey(credentials.userKey()).toString()
                };
        };
    }

    @Override
    public void serve(List<RpkiObject> objects) {
        program.serve(RpkiFiles.rpkiClient(json, objects));
    }

    @Override
    public void restart() {
        program.stop();
        program.start();
    }

    @Override
    public Map<String, String> source() {
        return source;
    }

    @Override
    public void close() {
        program.close();
    }
}
