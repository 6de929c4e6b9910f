// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.certificate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.onboarding.authority.Pem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ObjectNode;

/** {@code pathproof certificate show}: prints a certificate and its description. */
@Command(name = "show", description = "Prints a certificate and its description as JSON.")
final class ShowCertificate implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "Certificate, PEM. A chain after it is ignored.")
    private Path file;

    @Mixin
    private SealingOption sealing;

    @Override
    public Integer call() throws IOException {
        try {
            ObjectNode report = CertificateReport.of(Pem.certificates(file).getFirst(), sealing.keys());
            spec.commandLine().getOut().println(CertificateReport.text(report));
            return report.has("refused") ? ExitCode.PROBLEM_FOUND : ExitCode.OK;
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
    }
}
