// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.certificates;

import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.certificates.CertificateFile.Located;
import org.pathproof.rpki.certificates.RouterCertificates.Refusal;
import org.pathproof.wire.Bytes;

/** CRLs of all authorities. For each authority, the newest CRL in force is used, even if this CRL is stale. */
final class Revocations {
    private final List<Located<RevocationList>> lists;
    private final Map<Bytes, List<Located<RevocationList>>> byAuthority;
    private final BiPredicate<Signed, Authority> isSigned;

    /** Creates the CRLs; {@code isSigned} verifies the signature of an authority. */
    Revocations(List<Located<RevocationList>> lists, BiPredicate<Signed, Authority> isSigned) {
        this.lists = lists;
        this.isSigned = isSigned;
        this.byAuthority = lists.stream()
                .collect(Collectors.groupingBy(each -> each.value().aki()));
    }

    /** Returns the reason why the CRL of the issuer refuses a certificate; null if the certificate is accepted. */
    @Nullable
    String defect(ResourceCertificate certificate, Authority issuer, Instant now, boolean required) {
        RevocationList list = of(issuer, now).map(Located::value).orElse(null);
        if (list == null) {
            return required ? "no CRL of its issuer " + issuer.certificate().name() + " is in force" : null;
        }
        if (list.revoked().contains(certificate.serial())) {
            return "the certificate is revoked by the " + list.name() + " of " + list.thisUpdate();
        }
        return required && list.isStale(now) ? "the " + list.name() + " is stale since " + list.nextUpdate() : null;
    }

    private Optional<Located<RevocationList>> of(Authority issuer, Instant now) {
        return byAuthority.getOrDefault(issuer.certificate().ski(), List.of()).stream()
                .filter(each -> !each.value().thisUpdate().isAfter(now) && isFrom(each.value(), issuer))
                .max(Comparator.comparing(each -> each.value().thisUpdate()));
    }

    private boolean isFrom(RevocationList list, Authority issuer) {
        return issuer.certificate().signsCrls()
                && list.issuer().equals(issuer.certificate().subject())
                && isSigned.test(list.signed(), issuer);
    }

    /** Adds the CRLs that no accepted authority signed to {@code refused}, and stale CRLs in use to {@code stale}. */
    void report(Map<Bytes, List<Authority>> authorities, Instant now, List<Refusal> refused, List<Refusal> stale) {
        for (Located<RevocationList> each : lists) {
            RevocationList list = each.value();
            List<Authority> issuers = authorities.getOrDefault(list.aki(), List.of());
            if (issuers.stream().noneMatch(issuer -> isFrom(list, issuer))) {
                refused.add(new Refusal(each.file(), "no accepted authority has signed the " + list.name()));
            } else if (list.isStale(now) && isInUse(each, issuers, now)) {
                stale.add(new Refusal(each.file(), "the " + list.name() + " is stale since " + list.nextUpdate()));
            }
        }
    }

    private boolean isInUse(Located<RevocationList> list, Collection<Authority> issuers, Instant now) {
        return issuers.stream()
                .anyMatch(issuer ->
                        of(issuer, now).filter(used -> used.equals(list)).isPresent());
    }

    /** Returns the times at which a CRL comes into force or becomes stale. */
    Stream<Instant> changes() {
        return lists.stream()
                .map(Located::value)
                .flatMap(list -> Stream.of(list.thisUpdate(), list.nextUpdate().plusMillis(1)));
    }
}
