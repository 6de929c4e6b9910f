// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.Ports;
import org.pathproof.wire.rpki.RpkiObject;

/** FORT as a cache without trust anchors, with the assertions of a SLURM file (RFC 8416). */
final class Fort implements Cache {
    static final Program PROGRAM = Program.debian("FORT", "fort", "fort-validator");

    private final Path folder;
    private final Path slurm;
    private final Path anchors;
    private final int port = Ports.free();
    private ChildProcess process;

    Fort(Path folder, List<RpkiObject> objects) throws IOException {
        this.folder = folder;
        anchors = Files.createDirectories(folder.resolve("tals"));
        slurm = RpkiFiles.slurm(folder.resolve("assertions.slurm"), objects, 1);
        process = start();
    }

    /** Starts FORT. Throws {@link Unusable} if it ends because it has no trust anchor. */
    private ChildProcess start() {
        ChildProcess started = ChildProcess.start(
                folder.resolve("fort.log"),
                PROGRAM.require(),
                "--mode=server",
                "--work-offline=true",
                "--tal=" + anchors,
                "--local-repository=" + folder,
                "--slurm=" + slurm,
                "--server.address=127.0.0.1",
                "--server.port=" + port,
                "--server.interval.validation=60");
        Conditions.await(
                "the first validation of FORT",
                () -> started.output()
                        .matches("(?s).*First validation (cycle successfully ended|wasn't successful).*"));
        if (started.output().contains("files with extension '.tal'")) {
            started.kill();
            throw new Unusable("not run: FORT ends without a trust anchor, even with a SLURM file");
        }
        started.requireAlive();
        return started;
    }

    @Override
    public void serve(List<RpkiObject> objects) {
        RpkiFiles.slurm(slurm, objects, 1);
    }

    @Override
    public void restart() {
        process.kill();
        process = start();
    }

    @Override
    public Map<String, String> source() {
        return Map.of("cache", "127.0.0.1:" + port);
    }

    @Override
    public void close() {
        process.close();
    }
}
