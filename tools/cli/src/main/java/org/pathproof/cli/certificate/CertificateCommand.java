// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.certificate;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code pathproof certificate}: the parent of its subcommands. */
@Command(
        name = "certificate",
        description = {
            "Issues, revokes and checks TLS certificates of routers that carry a description of the router.",
            "Exit code 0: success; 1: the certificate or its description is refused; 2: wrong usage, or a file."
        },
        synopsisSubcommandLabel = "(authority | issue | revoke | show | verify | schema)",
        subcommands = {
            CreateAuthority.class,
            IssueCertificate.class,
            RevokeCertificate.class,
            ShowCertificate.class,
            VerifyCertificate.class,
            PrintSchema.class
        })
public final class CertificateCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "missing subcommand; the subcommands are "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
