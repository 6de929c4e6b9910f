// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.certificate;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.pathproof.onboarding.authority.CertificateRegister;
import picocli.CommandLine.Option;

/** The option with the register of issued certificates. */
final class RegisterOption {
    @Option(
            names = "--register",
            paramLabel = "FILE",
            description = "Register of the issued certificates (default: the file of the authority with .issued).")
    private @Nullable Path file;

    /** Returns the register of an authority. */
    CertificateRegister of(Path authority) {
        return CertificateRegister.at(file == null ? CertificateRegister.beside(authority) : file);
    }
}
