// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.Ports;
import org.pathproof.interop.repository.AspaProfile;
import org.pathproof.interop.repository.RsyncDaemon;
import org.pathproof.wire.rpki.RpkiObject;

/** Routinator as a validator of a signed repository, which it reads every second. */
final class Routinator implements Cache {
    static final Program PROGRAM = Program.crate("Routinator", "routinator");

    private final Path folder;
    private final RsyncDaemon repository;
    private final List<String> command = new ArrayList<>();
    private final Map<String, String> source = new HashMap<>();
    private final int httpPort = Ports.free();
    private ChildProcess process;

    /** Forms of its data. */
    enum Form {
        RTR("RTR, TCP"),
        RTR_TLS("RTR, TLS"),
        JSON("JSON over HTTP, `json`"),
        JSONEXT("JSON over HTTP, `jsonext`");

        private final String label;

        Form(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    Routinator(Path folder, Credentials credentials, Form form, List<RpkiObject> objects) throws IOException {
        this.folder = folder;
        repository = new RsyncDaemon(folder.resolve("source"), AspaProfile.CURRENT, objects);
        Path config = folder.resolve("routinator.conf");
        RpkiFiles.text(config, "repository-dir = \"" + folder.resolve("cache") + "\"\n");
        String rtr = "127.0.0.1:" + Ports.free();
        command.addAll(List.of(PROGRAM.require(), "-c", config.toString(), "--no-rir-tals"));
        command.addAll(List.of("--extra-tals-dir", repository.locators().toString(), "--disable-rrdp"));
        // An address and a port in a URI make a host dubious.
        command.addAll(List.of("--allow-dubious-hosts", "--enable-bgpsec", "--enable-aspa"));
        command.addAll(List.of("server", "--refresh", "1", "--min-refresh", "1"));
        command.addAll(List.of("--http", "127.0.0.1:" + httpPort));
        switch (form) {
            case RTR -> command.addAll(List.of("--rtr", rtr));
            case RTR_TLS -> {
                command.addAll(List.of("--rtr-tls", rtr));
                command.addAll(
                        List.of("--rtr-tls-cert", credentials.certificate().toString()));
                command.addAll(List.of("--rtr-tls-key", credentials.key().toString()));
                source.putAll(Map.of(
                        "transport", "tls", "tls.trust", credentials.trust().toString()));
            }
            case JSON -> source.put("url", "http://127.0.0.1:" + httpPort + "/json");
            case JSONEXT -> source.put("url", "http://127.0.0.1:" + httpPort + "/jsonext");
        }
        if (form == Form.RTR || form == Form.RTR_TLS) {
            source.put("cache", rtr);
        }
        try {
            process = start();
        } catch (RuntimeException e) {
            repository.close();
            throw e;
        }
    }

    private ChildProcess start() {
        ChildProcess started = ChildProcess.start(folder.resolve("routinator.log"), command);
        Conditions.await("Routinator", () -> {
            started.requireAlive();
            return Ports.accepts(httpPort);
        });
        return started;
    }

    @Override
    public void serve(List<RpkiObject> objects) {
        repository.publish(objects);
    }

    @Override
    public void restart() {
        process.kill();
        process = start();
    }

    @Override
    public Map<String, String> source() {
        return source;
    }

    @Override
    public void close() {
        process.close();
        repository.close();
    }
}
