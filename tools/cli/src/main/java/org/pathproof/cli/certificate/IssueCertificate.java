// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.certificate;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.onboarding.DescriptionJson;
import org.pathproof.onboarding.Reading;
import org.pathproof.onboarding.RouterDescription;
import org.pathproof.onboarding.authority.CertificateAuthority;
import org.pathproof.onboarding.authority.Keys;
import org.pathproof.onboarding.authority.Pem;
import org.pathproof.onboarding.authority.RouterOrder;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pathproof certificate issue}: issues the certificate of a router from a description. */
@Command(
        name = "issue",
        description = "Issues the certificate of a router. The certificate contains the description of the router.")
final class IssueCertificate implements Callable<Integer> {
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
            names = "--description",
            required = true,
            paramLabel = "FILE",
            description = "Description of the router, JSON (see pathproof certificate schema).")
    private Path description;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "New file for the certificate.")
    private Path out;

    @ArgGroup(multiplicity = "1")
    private KeySource keySource;

    @Option(
            names = "--dns",
            paramLabel = "NAME",
            description = "Further name of the router in the certificate. Repeatable.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--days",
            paramLabel = "DAYS",
            defaultValue = "365",
            description = "Validity (default ${DEFAULT-VALUE}).")
    private int days;

    @Mixin
    private SealingOption sealing;

    @Mixin
    private RegisterOption register;

    /** Either a new key, or that of a request. */
    private static final class KeySource {
        @Option(
                names = "--key",
                required = true,
                paramLabel = "FILE",
                description = "New file for a new private key of the router (PKCS #8, not encrypted).")
        private @Nullable Path newKey;

        @Option(
                names = "--request",
                required = true,
                paramLabel = "FILE",
                description = "Request of the router (PKCS #10, PEM) with its key on P-256. Its names are ignored.")
        private @Nullable Path request;
    }

    @Override
    public Integer call() throws IOException {
        try {
            CertificateAuthority issuer =
                    CertificateAuthority.of(Pem.certificates(authority).getFirst(), Pem.privateKey(authorityKey));
            RouterDescription described = description();
            KeyPair created = keySource.newKey == null ? null : Keys.create();
            PublicKey key = created == null ? requested() : created.getPublic();
            RouterOrder order = new RouterOrder(
                    key, described, names, Duration.ofDays(Math.max(1, days)), sealing.keys(), Instant.now());
            X509Certificate certificate = issuer.issue(order);
            requireNew(out);
            if (keySource.newKey != null) {
                requireNew(keySource.newKey);
            }
            register.of(authority).add(certificate, order);
            if (created != null && keySource.newKey != null) {
                Pem.writeSecret(keySource.newKey, Pem.of(created.getPrivate()));
            }
            Files.writeString(out, Pem.of(certificate), StandardOpenOption.CREATE_NEW);
            spec.commandLine()
                    .getOut()
                    .println("issued " + out + " for " + described.name() + " AS" + described.asn() + ", serial number "
                            + certificate.getSerialNumber().toString(16) + ", valid until "
                            + certificate.getNotAfter().toInstant());
            return ExitCode.OK;
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
    }

    private static void requireNew(Path file) throws IOException {
        if (Files.exists(file)) {
            throw new FileAlreadyExistsException(file.toString());
        }
    }

    private RouterDescription description() throws IOException {
        if (Files.size(description) > DescriptionJson.MAX_BYTES) {
            throw new CommandFailure(description + ": more than " + DescriptionJson.MAX_BYTES + " bytes");
        }
        return switch (DescriptionJson.read(Files.readAllBytes(description))) {
            case Reading.Described(RouterDescription described) -> described;
            case Reading.Refused(String reason) -> throw new CommandFailure(description + ": " + reason);
        };
    }

    private PublicKey requested() throws IOException {
        Path file = keySource.request;
        if (file == null) {
            throw new CommandFailure("--key or --request is missing");
        }
        try {
            return Pem.request(Pem.read(file), file.toString()).key();
        } catch (CertificateException e) {
            throw new CommandFailure(file + ": " + e.getMessage(), e);
        }
    }
}
