// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.certificate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.onboarding.DescriptionExtension;
import org.pathproof.onboarding.Grant;
import org.pathproof.onboarding.OnboardingPolicy;
import org.pathproof.onboarding.Reading;
import org.pathproof.onboarding.RouterDescription;
import org.pathproof.onboarding.authority.Pem;
import org.pathproof.transport.tls.RevocationLists;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pathproof certificate verify}: checks a certificate as the collector does. */
@Command(
        name = "verify",
        description = {
            "Verifies the certificate of a router and its description.",
            "With --names and --ases, also checks the description against this policy of a collector."
        })
final class VerifyCertificate implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "Certificate with the chain to its authority, PEM.")
    private Path file;

    @Option(
            names = "--authority",
            required = true,
            paramLabel = "FILE",
            description = "Certificates of the authorities, PEM: the collector's trust file.")
    private Path authority;

    @Option(
            names = "--crl",
            paramLabel = "FILE",
            description = "CRLs of the authorities, PEM: the collector's file. Each authority needs one in force.")
    private @Nullable Path crl;

    @Option(names = "--names", split = ",", paramLabel = "NAME", description = "Permitted names of routers.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--ases", split = ",", paramLabel = "RANGE", description = "Permitted AS numbers.")
    private List<String> ases = new ArrayList<>();

    @Option(
            names = "--grants",
            split = ",",
            paramLabel = "GRANT",
            description = "Permitted grants: transparent-peers, loop-allowed-peers, dual-path-peers, roles.")
    private List<String> grants = new ArrayList<>();

    @Option(
            names = "--max-peers",
            paramLabel = "N",
            defaultValue = "4096",
            description = "Largest permitted number of peers (default ${DEFAULT-VALUE}).")
    private int maxPeers;

    @Mixin
    private SealingOption sealing;

    @Override
    public Integer call() throws IOException {
        try {
            Optional<OnboardingPolicy> policy = policy();
            List<String> reasons = new ArrayList<>();
            List<X509Certificate> chain = Pem.certificates(file);
            String unverified = verify(chain);
            if (unverified != null) {
                reasons.add(unverified);
            }
            String subject = chain.getFirst().getSubjectX500Principal().toString();
            switch (DescriptionExtension.of(chain.getFirst(), sealing.keys()).orElse(null)) {
                case null -> reasons.add("the certificate has no description");
                case Reading.Refused(String reason) -> reasons.add(reason);
                case Reading.Described(RouterDescription description) -> {
                    subject = description.name() + " AS" + description.asn();
                    policy.ifPresent(bound -> reasons.addAll(bound.excess(description)));
                }
            }
            PrintWriter out = spec.commandLine().getOut();
            if (reasons.isEmpty()) {
                out.println("valid: " + subject + ", until "
                        + chain.getFirst().getNotAfter().toInstant());
                return ExitCode.OK;
            }
            reasons.forEach(reason -> out.println("refused: " + reason));
            return ExitCode.PROBLEM_FOUND;
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns the policy of the options; empty if they have no names and no AS numbers. */
    private Optional<OnboardingPolicy> policy() {
        return names.isEmpty() && ases.isEmpty()
                ? Optional.empty()
                : Optional.of(OnboardingPolicy.parse(names, ases, permitted(), maxPeers));
    }

    private Set<Grant> permitted() {
        Set<Grant> permitted = new HashSet<>();
        for (String label : grants) {
            permitted.add(Arrays.stream(Grant.values())
                    .filter(grant -> grant.label().equals(label.strip()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("--grants: expected "
                            + Arrays.stream(Grant.values()).map(Grant::label).collect(Collectors.joining(", "))
                            + ", not \"" + label + "\"")));
        }
        return permitted;
    }

    /** Returns the reason for which no authority verifies the chain (RFC 5280 section 6); null if one does. */
    private @Nullable String verify(List<X509Certificate> chain) throws IOException {
        try {
            Set<TrustAnchor> anchors = new HashSet<>();
            List<X509Certificate> authorities = Pem.certificates(authority);
            for (X509Certificate anchor : authorities) {
                anchors.add(new TrustAnchor(anchor, null));
            }
            PKIXParameters parameters = new PKIXParameters(anchors);
            parameters.setRevocationEnabled(false); // the lists are checked as the collector does
            if (crl != null) {
                parameters.addCertPathChecker(RevocationLists.read(crl, true).checker(authorities));
            }
            CertPathValidator.getInstance("PKIX")
                    .validate(CertificateFactory.getInstance("X.509").generateCertPath(chain), parameters);
            return null;
        } catch (CertPathValidatorException e) {
            return "not verified by " + authority + ": " + e.getMessage();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has PKIX", e);
        }
    }
}
