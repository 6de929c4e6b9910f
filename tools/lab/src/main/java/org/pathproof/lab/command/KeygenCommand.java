// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.pathproof.lab.paths.LabKey;
import org.pathproof.lab.paths.LabKeys;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pathproof lab keygen}: writes router keys with their private keys, for routers that sign in a lab. */
@Command(
        name = "keygen",
        sortOptions = false,
        description = {
            "Writes one router key for each AS, for routers that sign in a lab.",
            "Files: AS-NUMBER.der, an ECPrivateKey (RFC 5915), and keys.json, the public keys as RPKI JSON.",
            "Prints AS and SKI of each key. The seed determines the keys."
        })
final class KeygenCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--seed",
            paramLabel = "TEXT",
            defaultValue = "pathproof",
            description = "Seed of the keys (default: ${DEFAULT-VALUE}).")
    private String seed = "";

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FOLDER",
            required = true,
            description = "Folder for the files; created if it does not exist.")
    private Path out = Path.of("");

    @Parameters(paramLabel = "AS", arity = "1..*", description = "AS numbers.")
    private List<Long> asns = List.of();

    @Override
    public Integer call() throws IOException {
        LabKeys labKeys = new LabKeys(seed);
        List<LabKey> keys = asns.stream().distinct().map(labKeys::of).toList();
        Files.createDirectories(out);
        PrintWriter lines = spec.commandLine().getOut();
        for (LabKey key : keys) {
            long asn = key.routerKey().asn();
            Files.write(out.resolve(asn + ".der"), key.privateKey().toArray());
            lines.println(asn + " " + key.ski().toHex());
        }
        RouterKeyFile.write(keys.stream().map(LabKey::routerKey).toList(), out.resolve("keys.json"));
        lines.flush();
        return 0;
    }
}
