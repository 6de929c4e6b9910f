// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.certificate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.onboarding.authority.CertificateAuthority;
import org.pathproof.onboarding.authority.Pem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pathproof certificate authority}: creates a private authority with a key on P-256. */
@Command(
        name = "authority",
        description = "Creates an authority: a certificate for the collector's trust file, and a private key.")
final class CreateAuthority implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--name", required = true, paramLabel = "NAME", description = "Common name of the authority.")
    private String name;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "New file for the certificate.")
    private Path out;

    @Option(
            names = "--key",
            required = true,
            paramLabel = "FILE",
            description = "New file for the private key (PKCS #8, not encrypted). Only its owner can read it.")
    private Path key;

    @Option(
            names = "--days",
            paramLabel = "DAYS",
            defaultValue = "3650",
            description = "Validity (default ${DEFAULT-VALUE}).")
    private int days;

    @Override
    public Integer call() throws IOException {
        try {
            CertificateAuthority authority =
                    CertificateAuthority.create(name, Duration.ofDays(Math.max(1, days)), Instant.now());
            Pem.writeSecret(key, Pem.of(authority.key()));
            Files.writeString(out, Pem.of(authority.certificate()), StandardOpenOption.CREATE_NEW);
            spec.commandLine()
                    .getOut()
                    .println("created " + out + " and " + key + ", valid until "
                            + authority.certificate().getNotAfter().toInstant());
            return ExitCode.OK;
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
    }
}
