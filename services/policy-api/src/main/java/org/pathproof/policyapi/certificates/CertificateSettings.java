// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.certificates;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.pathproof.onboarding.Grant;
import org.pathproof.onboarding.OnboardingPolicy;
import org.pathproof.onboarding.SealingKeys;
import org.pathproof.onboarding.authority.CertificateAuthority;
import org.pathproof.onboarding.authority.CertificateRegister;
import org.pathproof.onboarding.authority.Pem;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the certificates that POST of /api/v1/certificates issues.
 *
 * @param authority PEM file with the certificate of the authority. Empty: no certificates are issued.
 * @param authorityKey PEM file with its private key (PKCS #8).
 * @param names Permitted names of routers (r1.example.net, or *.example.net for any one label).
 * @param ases Permitted AS numbers of routers and their confederations, as numbers or ranges (64496-64511).
 * @param grants Rights of peers that descriptions may give: transparent-peers, loop-allowed-peers, dual-path-peers,
 *     roles.
 * @param maxPeers Largest number of peers that a description may give to a router.
 * @param validity Validity of issued certificates.
 * @param sealingKeys File with the keys that seal descriptions, 32 bytes in Base64 a line. Empty: descriptions are
 *     readable.
 * @param register File with the issued certificates, which pathproof certificate revoke also uses. Its folder must be
 *     writable. Empty: the issued certificates are known until the next restart.
 */
@ConfigurationProperties("pathproof.policy-api.certificates")
public record CertificateSettings(
        @DefaultValue("") String authority,
        @DefaultValue("") String authorityKey,
        @DefaultValue List<String> names,
        @DefaultValue List<String> ases,
        @DefaultValue Set<Grant> grants,
        @DefaultValue("4096") int maxPeers,
        @DefaultValue("90d") Duration validity,
        @DefaultValue("") String sealingKeys,
        @DefaultValue("") String register) {
    private static final String PREFIX = "pathproof.policy-api.certificates";

    public CertificateSettings {
        if (!authority.isEmpty() && (authorityKey.isEmpty() || names.isEmpty() || ases.isEmpty())) {
            throw new IllegalArgumentException(PREFIX + ": an authority also needs authority-key, names and ases");
        }
        if (!validity.isPositive()) {
            throw new IllegalArgumentException(PREFIX + ".validity must be above 0");
        }
    }

    /** The authority with its bounds and its issued certificates. */
    record Issuer(
            CertificateAuthority authority,
            OnboardingPolicy policy,
            SealingKeys seal,
            Duration validity,
            CertificateRegister register) {}

    /** Reads the files; empty without an authority. Throws IllegalArgumentException if one or a setting is unusable. */
    Optional<Issuer> load() {
        if (authority.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Issuer(
                    CertificateAuthority.of(
                            Pem.certificates(Path.of(authority)).getFirst(), Pem.privateKey(Path.of(authorityKey))),
                    OnboardingPolicy.parse(names, ases, grants, maxPeers),
                    sealingKeys.isEmpty() ? SealingKeys.NONE : SealingKeys.read(Path.of(sealingKeys)),
                    validity,
                    issued()));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(PREFIX + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException(PREFIX + ": cannot read " + e.getMessage(), e);
        }
    }

    /** Returns the register. Reads the file, so that the start reports a malformed one. */
    private CertificateRegister issued() throws IOException {
        if (register.isEmpty()) {
            return CertificateRegister.inMemory();
        }
        CertificateRegister known = CertificateRegister.at(Path.of(register));
        known.entries();
        return known;
    }
}
