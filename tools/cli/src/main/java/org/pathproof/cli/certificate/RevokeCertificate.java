// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.certificate;

import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.onboarding.authority.CertificateAuthority;
import org.pathproof.onboarding.authority.CertificateRegister;
import org.pathproof.onboarding.authority.Pem;
import org.pathproof.onboarding.authority.RevocationList;
import org.pathproof.onboarding.authority.RevocationReason;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pathproof certificate revoke}: adds certificates to the revocation list of an authority. */
@Command(
        name = "revoke",
        description = {
            "Revokes certificates: writes the CRL of the authority, which collectors and listeners read within seconds.",
            "With --renew, writes the list again with a later nextUpdate."
        })
final class RevokeCertificate implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--authority",
            required = true,
            paramLabel = "FILE",
            description = "Certificate of the authority, PEM.")
    private Path authority;

    @Option(
            names = "--authority-key",
            required = true,
            paramLabel = "FILE",
            description = "Private key of the authority, PKCS #8 in PEM.")
    private Path authorityKey;

    @Option(
            names = "--crl",
            required = true,
            paramLabel = "FILE",
            description = "CRL of the authority, PEM. The command replaces the file, or creates it.")
    private Path crl;

    @ArgGroup(multiplicity = "1")
    private Revoked revoked;

    @Option(
            names = "--reason",
            paramLabel = "REASON",
            defaultValue = "unspecified",
            description = "Reason: unspecified (default), keyCompromise, affiliationChanged, superseded,"
                    + " cessationOfOperation or privilegeWithdrawn.")
    private String reason;

    @Option(
            names = "--days",
            paramLabel = "DAYS",
            defaultValue = "30",
            description = "Time until the nextUpdate of the list (default ${DEFAULT-VALUE}).")
    private int days;

    @Mixin
    private RegisterOption register;

    /** The revoked certificates. */
    private static final class Revoked {
        @Option(names = "--certificate", required = true, paramLabel = "FILE", description = "Certificate, PEM.")
        private @Nullable Path certificate;

        @Option(names = "--serial", required = true, paramLabel = "HEX", description = "Serial number in hexadecimal.")
        private @Nullable String serial;

        @Option(
                names = "--name",
                required = true,
                paramLabel = "NAME",
                description = "All certificates of the register with this name.")
        private @Nullable String name;

        @Option(names = "--renew", required = true, description = "Revokes no certificate.")
        private boolean renew;
    }

    @Override
    public Integer call() throws IOException {
        try {
            CertificateAuthority issuer =
                    CertificateAuthority.of(Pem.certificates(authority).getFirst(), Pem.privateKey(authorityKey));
            RevocationReason why = RevocationReason.labelled(reason)
                    .orElseThrow(() -> new CommandFailure("--reason: expected "
                            + Arrays.stream(RevocationReason.values())
                                    .map(RevocationReason::label)
                                    .collect(Collectors.joining(", "))
                            + ", not " + reason));
            CertificateRegister issued = register.of(authority);
            Instant now = Instant.now();
            Map<BigInteger, Instant> ends = new TreeMap<>();
            issued.entries().forEach(entry -> ends.put(entry.serial(), entry.notAfter()));
            List<BigInteger> serials = serials(issuer, issued);
            write(issuer, list(issuer, serials, why, ends, now), now);
            issued.revoke(serials, now);
            return ExitCode.OK;
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
    }

    private RevocationList list(
            CertificateAuthority issuer,
            Collection<BigInteger> serials,
            RevocationReason why,
            Map<BigInteger, Instant> ends,
            Instant now)
            throws IOException {
        RevocationList list = Files.exists(crl) ? RevocationList.read(crl, issuer.certificate()) : RevocationList.EMPTY;
        for (BigInteger serial : serials) {
            list = list.with(serial, new RevocationList.Revocation(now, why));
        }
        List<BigInteger> expired = list.entries().keySet().stream()
                .filter(serial -> ends.containsKey(serial)
                        && ends.get(serial).plus(Duration.ofDays(1)).isBefore(now))
                .toList();
        return list.without(expired).next(now);
    }

    private void write(CertificateAuthority issuer, RevocationList list, Instant now) throws IOException {
        Duration validity = Duration.ofDays(Math.max(1, days));
        Path draft = crl.resolveSibling(crl.getFileName() + ".new");
        Files.writeString(draft, list.sign(issuer, now, validity));
        Files.move(draft, crl, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        PrintWriter out = spec.commandLine().getOut();
        out.println("wrote " + crl + ": number " + list.number() + ", "
                + list.entries().size() + " revoked, next update " + now.plus(validity));
    }

    private List<BigInteger> serials(CertificateAuthority issuer, CertificateRegister issued) throws IOException {
        if (revoked.certificate != null) {
            X509Certificate certificate = Pem.certificates(revoked.certificate).getFirst();
            if (!certificate
                    .getIssuerX500Principal()
                    .equals(issuer.certificate().getSubjectX500Principal())) {
                throw new CommandFailure(revoked.certificate + ": the issuer is "
                        + certificate.getIssuerX500Principal() + ", not "
                        + issuer.certificate().getSubjectX500Principal());
            }
            return List.of(certificate.getSerialNumber());
        }
        String serial = revoked.serial;
        if (serial != null) {
            if (!serial.matches("[0-9a-fA-F]{1,40}")) {
                throw new CommandFailure("--serial: expected hexadecimal digits, not " + serial);
            }
            return List.of(new BigInteger(serial, 16));
        }
        String name = revoked.name;
        if (name == null || revoked.renew) {
            return List.of();
        }
        List<BigInteger> known = issued.entries().stream()
                .filter(entry -> entry.names().stream().anyMatch(name::equalsIgnoreCase))
                .map(CertificateRegister.Entry::serial)
                .toList();
        if (known.isEmpty()) {
            throw new CommandFailure(
                    "--name: the register has no certificate of " + name + ": use --certificate or --serial");
        }
        return known;
    }
}
