// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.certificates;

import java.security.PublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.certificates.CertificateFile.Located;
import org.pathproof.rpki.certificates.RouterCertificates.Accepted;
import org.pathproof.rpki.certificates.RouterCertificates.Refusal;
import org.pathproof.wire.Bytes;

/**
 * Validates router certificates (RFC 8209 section 3.3, RFC 6487 section 7). Chains lead over authorities to a trust
 * anchor. In a chain, each certificate is signed by its issuer, is valid and not revoked, and has no resource that its
 * issuer lacks.
 *
 * <p>Authorities are accepted level by level from the trust anchors, so that loops have no effect. Results of signature
 * verification are kept, so that {@link #at} costs no cryptography after the first call. Not thread-safe.
 */
public final class RouterCertificateValidator {
    /** Maximum number of authorities below a trust anchor in a chain. */
    static final int MAX_LEVELS = 8;

    private final List<Located<ResourceCertificate>> anchors;
    private final List<Located<ResourceCertificate>> certificates;
    private final boolean crlRequired;
    private final List<Refusal> refusals;
    private final Map<Verification, Boolean> verified = new HashMap<>();
    private Map<Verification, Boolean> earlier = Map.of();
    private final Revocations revocations;

    /** A signature and the public key that verifies it. */
    private record Verification(Signed signed, Bytes spki) {}

    /**
     * Creates a validator for the content of files.
     *
     * @param trustAnchors files with the certificates of trust anchors
     * @param files files with certificates of routers and authorities, and CRLs
     * @param crlRequired requires a CRL that is not stale of each issuer
     */
    public RouterCertificateValidator(
            Collection<CertificateFile> trustAnchors, Collection<CertificateFile> files, boolean crlRequired) {
        this.anchors = trustAnchors.stream()
                .flatMap(file -> file.certificates().stream())
                .toList();
        this.certificates =
                files.stream().flatMap(file -> file.certificates().stream()).toList();
        this.crlRequired = crlRequired;
        this.refusals = Stream.concat(trustAnchors.stream(), files.stream())
                .flatMap(file -> file.refusals().stream())
                .toList();
        this.revocations = new Revocations(
                Stream.concat(trustAnchors.stream(), files.stream())
                        .flatMap(file -> file.crls().stream())
                        .toList(),
                this::isSigned);
    }

    /** Returns the accepted and refused certificates at a time. */
    public RouterCertificates at(Instant now) {
        return new Round(now).result();
    }

    /** Takes over results of signature verification from the validator of earlier content. */
    public void reuse(RouterCertificateValidator previous) {
        earlier = Map.copyOf(previous.verified);
    }

    private boolean isSigned(Signed signed, Authority by) {
        Verification wanted = new Verification(signed, by.certificate().spki());
        return verified.computeIfAbsent(wanted, _ -> {
            Boolean known = earlier.get(wanted);
            return known == null ? signed.verifies(by.key()) : known;
        });
    }

    /** One validation of all certificates. */
    private final class Round {
        private final Instant now;
        private final List<Refusal> refused = new ArrayList<>(refusals);
        private final Map<Bytes, List<Authority>> authorities = new LinkedHashMap<>();
        private final Map<ResourceCertificate, String> reasons = new HashMap<>();

        Round(Instant now) {
            this.now = now;
        }

        RouterCertificates result() {
            anchors.forEach(this::acceptAnchor);
            acceptAuthorities();
            List<Accepted> accepted = new ArrayList<>();
            for (Located<ResourceCertificate> each : certificates) {
                if (!each.value().isAuthority()) {
                    router(each).ifPresent(accepted::add);
                }
            }
            List<Refusal> stale = new ArrayList<>();
            revocations.report(authorities, now, refused, stale);
            return new RouterCertificates(accepted, refused, stale, nextChange());
        }

        private void acceptAnchor(Located<ResourceCertificate> located) {
            ResourceCertificate certificate = located.value();
            PublicKey key = certificate.authority();
            String reason = null;
            if (key == null) {
                reason = "a trust anchor must be the certificate of an authority (basic constraints)";
            } else if (certificate.resources().inheritsAny()) {
                reason = "a trust anchor must not inherit resources (RFC 6487 section 4.8.11)";
            } else if (certificate.isSelfIssued() && !certificate.signed().verifies(key)) {
                reason = "the signature of the trust anchor does not verify under its own key";
            } else {
                reason = period(certificate);
            }
            if (key == null || reason != null) {
                refused.add(new Refusal(located.file(), String.valueOf(reason)));
                return;
            }
            add(new Authority(
                    certificate, key, certificate.resources(), 0, certificate.pathLength(), certificate.notAfter()));
        }

        private void add(Authority authority) {
            authorities
                    .computeIfAbsent(authority.certificate().ski(), _ -> new ArrayList<>())
                    .add(authority);
        }

        /** Accepts authorities, one level in each pass. The last pass finds chains that are too long. */
        private void acceptAuthorities() {
            Set<ResourceCertificate> known = new HashSet<>();
            anchors.forEach(anchor -> known.add(anchor.value()));
            List<Located<ResourceCertificate>> pending = certificates.stream()
                    .filter(each -> each.value().isAuthority() && known.add(each.value()))
                    .toList();
            for (int level = 1; level <= MAX_LEVELS + 1 && !pending.isEmpty(); level++) {
                List<Located<ResourceCertificate>> left = new ArrayList<>();
                List<Authority> next = new ArrayList<>();
                for (Located<ResourceCertificate> each : pending) {
                    Authority issuer = issuer(each.value());
                    PublicKey key = each.value().authority();
                    if (issuer == null || key == null) {
                        left.add(each);
                    } else {
                        next.add(below(issuer, each.value(), key));
                    }
                }
                next.forEach(this::add);
                if (next.isEmpty()) {
                    break;
                }
                pending = left;
            }
            pending.forEach(this::refuse);
        }

        private Authority below(Authority issuer, ResourceCertificate certificate, PublicKey key) {
            return new Authority(
                    certificate,
                    key,
                    certificate.resources().from(issuer.resources()),
                    issuer.level() + 1,
                    Math.min(issuer.maxBelow() - 1, certificate.pathLength()),
                    min(issuer.expires(), certificate.notAfter()));
        }

        private Optional<Accepted> router(Located<ResourceCertificate> located) {
            ResourceCertificate certificate = located.value();
            Authority issuer = issuer(certificate);
            if (issuer == null) {
                refuse(located);
                return Optional.empty();
            }
            return Optional.of(new Accepted(
                    located.file(),
                    certificate.name(),
                    certificate.routerKeys(),
                    min(issuer.expires(), certificate.notAfter())));
        }

        private void refuse(Located<ResourceCertificate> located) {
            ResourceCertificate certificate = located.value();
            Bytes aki = certificate.aki();
            String reason = reasons.getOrDefault(
                    certificate,
                    "no accepted authority has the key identifier " + (aki == null ? "(missing)" : aki.toHex())
                            + " of its issuer");
            refused.add(new Refusal(located.file(), reason + " [" + certificate.name() + "]"));
        }

        /** Returns the issuer whose chain lasts longest; null, with a reason, if there is none. */
        private @Nullable Authority issuer(ResourceCertificate certificate) {
            Authority found = null;
            Bytes aki = certificate.aki();
            String period = period(certificate);
            if (period != null) {
                reasons.put(certificate, period);
                return null;
            }
            for (Authority each : aki == null ? List.<Authority>of() : authorities.getOrDefault(aki, List.of())) {
                String reason = defect(certificate, each);
                if (reason != null) {
                    reasons.put(certificate, reason);
                } else if (found == null || each.expires().isAfter(found.expires())) {
                    found = each;
                }
            }
            return found;
        }

        private @Nullable String defect(ResourceCertificate certificate, Authority issuer) {
            if (!certificate.issuer().equals(issuer.certificate().subject())) {
                return "the issuer's name differs from the subject of the authority with that key ("
                        + issuer.certificate().name() + ")";
            }
            if (!isSigned(certificate.signed(), issuer)) {
                return "the signature does not verify under the key of "
                        + issuer.certificate().name();
            }
            if (certificate.isAuthority() && issuer.level() >= MAX_LEVELS) {
                return "the chain has more than " + MAX_LEVELS + " authorities below the trust anchor";
            }
            if (certificate.isAuthority() && issuer.maxBelow() <= 0) {
                return "a path length constraint permits no authority below "
                        + issuer.certificate().name();
            }
            Optional<String> excess = certificate.resources().excess(issuer.resources());
            if (excess.isPresent()) {
                return excess.get() + " is not among the resources of the issuer (RFC 6487 section 7.2)";
            }
            return revocations.defect(certificate, issuer, now, crlRequired);
        }

        private @Nullable String period(ResourceCertificate certificate) {
            if (now.isAfter(certificate.notAfter())) {
                return "the certificate expired at " + certificate.notAfter();
            }
            return now.isBefore(certificate.notBefore())
                    ? "the certificate is not valid before " + certificate.notBefore()
                    : null;
        }

        private @Nullable Instant nextChange() {
            Stream<Instant> starts = Stream.concat(anchors.stream(), certificates.stream())
                    .map(each -> each.value().notBefore());
            // A certificate is still valid at notAfter.
            Stream<Instant> ends = Stream.concat(anchors.stream(), certificates.stream())
                    .map(each -> each.value().notAfter().plusMillis(1));
            return Stream.of(starts, ends, revocations.changes())
                    .flatMap(times -> times)
                    .filter(time -> time.isAfter(now))
                    .min(Instant::compareTo)
                    .orElse(null);
        }
    }

    private static Instant min(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
