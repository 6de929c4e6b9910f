// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.harness.RouterAuthority.AS_RESOURCES;
import static org.pathproof.harness.RouterAuthority.asRange;
import static org.pathproof.harness.RouterAuthority.asResources;
import static org.pathproof.harness.RouterAuthority.authority;
import static org.pathproof.harness.RouterAuthority.inheritedAsResources;
import static org.pathproof.harness.RouterAuthority.pem;
import static org.pathproof.harness.RouterAuthority.router;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.junit.jupiter.api.Test;
import org.pathproof.harness.RouterAuthority;
import org.pathproof.rpki.RouterKeyForm;
import org.pathproof.wire.rpki.RouterKey;

/** Tests chains, resources, validity and revocation of router certificates. */
class RouterCertificateValidatorTest {
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private static final Duration DAY = Duration.ofDays(1);

    private final RouterAuthority anchor = RouterAuthority.anchor(authority("Lab", 64496, 64511));
    private final List<CertificateFile> files = new ArrayList<>();

    private void add(String name, byte[] der) {
        files.add(CertificateFile.decode(name, der));
    }

    private RouterCertificateValidator validator(boolean crlRequired) {
        return new RouterCertificateValidator(
                List.of(CertificateFile.decode("anchor.cer", anchor.certificate())), files, crlRequired);
    }

    private RouterCertificates result() {
        return validator(false).at(now);
    }

    private String onlyRefusal() {
        RouterCertificates result = result();
        assertThat(result.accepted()).isEmpty();
        assertThat(result.refusals()).hasSize(1);
        return result.refusals().getFirst().toString();
    }

    @Test
    void acceptsARouterBelowTheTrustAnchorWithOneKeyForEachAs() {
        add("router.cer", anchor.issue(router("ROUTER-0000FBF4", 64500, 64501)));
        RouterCertificates result = result();
        assertThat(result.refusals()).isEmpty();
        assertThat(result.routerKeys()).extracting(RouterKey::asn).containsExactly(64500L, 64501L);
        assertThat(result.routerKeys())
                .allSatisfy(key -> assertThat(RouterKeyForm.defect(key)).isEmpty());
        assertThat(result.accepted().getFirst().name()).contains("ROUTER-0000FBF4");
    }

    @Test
    void readsSeveralCertificatesAndCrlsOfOnePemFile() {
        RouterAuthority middle = anchor.subordinate(authority("Middle", 64500, 64501));
        String text = "A comment of the operator\n"
                + pem("CERTIFICATE", middle.certificate())
                + pem("CERTIFICATE", middle.issue(router("a", 64500).serial(1)))
                + pem("CERTIFICATE", middle.issue(router("b", 64501).serial(2)))
                + pem("X509 CRL", middle.crl(now.minus(DAY), now.plus(DAY), 2))
                + pem("PRIVATE KEY", new byte[] {1, 2, 3});
        files.add(CertificateFile.decode("all.pem", text.getBytes(StandardCharsets.US_ASCII)));
        RouterCertificates result = result();
        assertThat(result.routerKeys()).extracting(RouterKey::asn).containsExactly(64500L);
        assertThat(result.refusals()).hasSize(2);
        assertThat(result.refusals().toString())
                .contains("all.pem (part 3): the certificate is revoked by the CRL of CN=Middle")
                .contains("all.pem (part 5): a block PRIVATE KEY is neither CERTIFICATE nor X509 CRL");
    }

    @Test
    void followsInheritedResourcesOverSeveralAuthorities() {
        RouterAuthority middle =
                anchor.subordinate(authority("Middle", 1, 1).with(AS_RESOURCES, true, inheritedAsResources()));
        RouterAuthority low = middle.subordinate(authority("Low", 64500, 64510));
        add("low.cer", low.certificate());
        add("router.cer", low.issue(router("r", 64505)));
        add("outside.cer", low.issue(router("outside", 64511)));
        add("middle.cer", middle.certificate());
        RouterCertificates result = result();
        assertThat(result.routerKeys()).extracting(RouterKey::asn).containsExactly(64505L);
        assertThat(result.refusals())
                .singleElement()
                .asString()
                .startsWith("outside.cer: AS64511 is not among the resources of the issuer");
    }

    @Test
    void refusesAnAuthorityWithMoreResourcesThanItsIssuerAndAllBelowIt() {
        RouterAuthority greedy = anchor.subordinate(authority("Greedy", 64496, 64512));
        add("greedy.cer", greedy.certificate());
        add("router.cer", greedy.issue(router("r", 64500)));
        RouterCertificates result = result();
        assertThat(result.accepted()).isEmpty();
        assertThat(result.refusals()).hasSize(2);
        assertThat(result.refusals().get(0).toString())
                .startsWith("greedy.cer: AS64496 to AS64512 is not among the resources of the issuer");
        assertThat(result.refusals().get(1).toString())
                .startsWith("router.cer: no accepted authority has the key identifier");
    }

    @Test
    void refusesACertificateOfAnUnknownAuthorityAndOfAnImpostorWithTheSameName() {
        RouterAuthority other = RouterAuthority.anchor(authority("Lab", 64496, 64511));
        add("router.cer", other.issue(router("r", 64500)));
        assertThat(onlyRefusal()).contains("no accepted authority has the key identifier");
        files.clear();
        byte[] forged = other.issue(router("r", 64500).claimingIssuer(anchor));
        add("forged.cer", forged);
        assertThat(onlyRefusal()).startsWith("forged.cer: the signature does not verify under the key of CN=Lab");
    }

    @Test
    void refusesAnIssuerWithAnotherName() {
        RouterAuthority.Draft draft = authority("Renamed", 64496, 64511);
        RouterAuthority renamed = anchor.subordinate(draft);
        RouterAuthority twin =
                RouterAuthority.anchor(authority("Old name", 64496, 64511).keys(renamed.keys()));
        add("renamed.cer", renamed.certificate());
        add("router.cer", twin.issue(router("r", 64500)));
        assertThat(result().refusals().toString()).contains("router.cer: the issuer's name differs from the subject");
    }

    @Test
    void expiresAtTheEndOfTheEarliestValidityPeriodOfTheChain() {
        Instant end = now.plus(DAY);
        RouterAuthority middle =
                anchor.subordinate(authority("Middle", 64500, 64500).valid(now.minus(DAY), end));
        add("middle.cer", middle.certificate());
        add("router.cer", middle.issue(router("r", 64500)));
        RouterCertificateValidator validator = validator(false);
        RouterCertificates before = validator.at(end);
        assertThat(before.accepted().getFirst().expires()).isEqualTo(end);
        assertThat(before.nextChange()).isEqualTo(end.plusMillis(1));
        assertThat(before.expiringBefore(end.plusSeconds(1))).hasSize(1);
        assertThat(before.expiringBefore(end)).isEmpty();
        RouterCertificates after = validator.at(end.plusMillis(1));
        assertThat(after.accepted()).isEmpty();
        assertThat(after.refusals().toString()).contains("middle.cer: the certificate expired at " + end);
    }

    @Test
    void acceptsACertificateFromTheBeginningOfItsValidityPeriod() {
        Instant start = now.plus(DAY);
        add("router.cer", anchor.issue(router("r", 64500).valid(start, start.plus(DAY))));
        RouterCertificateValidator validator = validator(false);
        RouterCertificates before = validator.at(now);
        assertThat(before.refusals().toString()).contains("the certificate is not valid before " + start);
        assertThat(before.nextChange()).isEqualTo(start);
        assertThat(validator.at(start).accepted()).hasSize(1);
    }

    @Test
    void theLongestChainOfARenewedAuthorityCounts() {
        RouterAuthority.Draft draft = authority("Middle", 64500, 64500).valid(now.minus(DAY), now.plus(DAY));
        RouterAuthority middle = anchor.subordinate(draft);
        add("old.cer", middle.certificate());
        add(
                "new.cer",
                anchor.issue(authority("Middle", 64500, 64500)
                        .keys(middle.keys())
                        .valid(now.minus(DAY), now.plus(DAY.multipliedBy(30)))));
        add("router.cer", middle.issue(router("r", 64500)));
        assertThat(result().accepted().getFirst().expires()).isEqualTo(now.plus(DAY.multipliedBy(30)));
        assertThat(validator(false).at(now.plus(DAY.multipliedBy(2))).accepted())
                .hasSize(1);
    }

    @Test
    void requiresACrlThatIsNotStaleOnlyIfConfigured() {
        add("router.cer", anchor.issue(router("r", 64500)));
        assertThat(validator(false).at(now).accepted()).hasSize(1);
        assertThat(validator(true).at(now).refusals().toString()).contains("no CRL of its issuer CN=Lab");
        add("lab.crl", anchor.crl(now.minus(DAY), now.plus(DAY)));
        RouterCertificateValidator required = validator(true);
        assertThat(required.at(now).accepted()).hasSize(1);
        assertThat(required.at(now).nextChange()).isEqualTo(now.plus(DAY).plusMillis(1));
        RouterCertificates stale = required.at(now.plus(DAY).plusMillis(1));
        assertThat(stale.accepted()).isEmpty();
        assertThat(stale.refusals().toString()).contains("the CRL of CN=Lab is stale since " + now.plus(DAY));
        RouterCertificates optional = validator(false).at(now.plus(DAY).plusMillis(1));
        assertThat(optional.accepted()).hasSize(1);
        assertThat(optional.staleCrls())
                .singleElement()
                .asString()
                .isEqualTo("lab.crl: the CRL of CN=Lab is stale since " + now.plus(DAY));
    }

    @Test
    void theNewestCrlInForceDecides() {
        add("router.cer", anchor.issue(router("r", 64500).serial(7)));
        add("old.crl", anchor.crl(now.minus(DAY), now.plus(DAY), 7));
        add("new.crl", anchor.crl(now, now.plus(DAY)));
        add("future.crl", anchor.crl(now.plus(DAY), now.plus(DAY).plus(DAY), 7));
        RouterCertificateValidator validator = validator(true);
        assertThat(validator.at(now).accepted()).hasSize(1);
        assertThat(validator.at(now.minusSeconds(1)).refusals().toString()).contains("revoked");
        assertThat(validator.at(now.plus(DAY)).refusals().toString()).contains("revoked");
    }

    @Test
    void listsACrlThatTheAuthorityDidNotSign() {
        RouterAuthority other = RouterAuthority.anchor(authority("Other", 1, 2));
        add("router.cer", anchor.issue(router("r", 64500).serial(7)));
        add("other.crl", other.crl(now.minus(DAY), now.plus(DAY), 7));
        RouterCertificates result = result();
        assertThat(result.accepted()).hasSize(1);
        assertThat(result.refusals())
                .singleElement()
                .asString()
                .isEqualTo("other.crl: no accepted authority has signed the CRL of CN=Other");
    }

    @Test
    void boundsTheLengthOfAChain() {
        RouterAuthority last = anchor;
        for (int i = 1; i <= RouterCertificateValidator.MAX_LEVELS + 1; i++) {
            last = last.subordinate(authority("Level " + i, 64500, 64500));
            add("level-" + i + ".cer", last.certificate());
            add("router-" + i + ".cer", last.issue(router("r" + i, 64500)));
        }
        RouterCertificates result = result();
        assertThat(result.accepted()).hasSize(RouterCertificateValidator.MAX_LEVELS);
        assertThat(result.refusals().toString())
                .contains("level-9.cer: the chain has more than 8 authorities below the trust anchor")
                .contains("router-9.cer: no accepted authority");
    }

    @Test
    void appliesPathLengthConstraintsToAllAuthoritiesBelow() {
        RouterAuthority one = anchor.subordinate(
                authority("One", 64500, 64500).with(Extension.basicConstraints, true, new BasicConstraints(1)));
        RouterAuthority two = one.subordinate(authority("Two", 64500, 64500));
        RouterAuthority three = two.subordinate(authority("Three", 64500, 64500));
        add("one.cer", one.certificate());
        add("two.cer", two.certificate());
        add("three.cer", three.certificate());
        add("router.cer", two.issue(router("r", 64500)));
        RouterCertificates result = result();
        assertThat(result.accepted()).hasSize(1);
        assertThat(result.refusals())
                .singleElement()
                .asString()
                .startsWith("three.cer: a path length constraint permits no authority below CN=Two");
    }

    @Test
    void aLoopOfAuthoritiesIsNotAccepted() {
        RouterAuthority one = RouterAuthority.anchor(authority("One", 64500, 64500));
        RouterAuthority two = one.subordinate(authority("Two", 64500, 64500));
        add("two.cer", two.certificate());
        add("one.cer", two.issue(authority("One", 64500, 64500).keys(one.keys())));
        add("router.cer", one.issue(router("r", 64500)));
        RouterCertificates result = result();
        assertThat(result.accepted()).isEmpty();
        assertThat(result.refusals()).hasSize(3);
    }

    @Test
    void refusesTrustAnchorsThatAreNoAuthoritiesOrInheritOrAreForged() {
        byte[] router = anchor.issue(router("r", 64500));
        RouterAuthority inheriting =
                RouterAuthority.anchor(authority("Inherits", 1, 1).with(AS_RESOURCES, true, inheritedAsResources()));
        byte[] forged = anchor.certificate();
        forged[forged.length - 1] ^= 1;
        List<CertificateFile> anchors = new ArrayList<>();
        anchors.add(CertificateFile.decode("router.cer", router));
        anchors.add(CertificateFile.decode("inherits.cer", inheriting.certificate()));
        anchors.add(CertificateFile.decode("forged.cer", forged));
        add("valid.cer", router);
        RouterCertificates result = new RouterCertificateValidator(anchors, files, false).at(now);
        assertThat(result.accepted()).isEmpty();
        assertThat(result.refusals().toString())
                .contains("router.cer: a trust anchor must be the certificate of an authority")
                .contains("inherits.cer: a trust anchor must not inherit resources")
                .contains("forged.cer: the signature of the trust anchor does not verify under its own key")
                .contains("valid.cer: no accepted authority");
    }

    @Test
    void acceptsManyAsNumbersOfAnAuthorityInRanges() {
        RouterAuthority middle = anchor.subordinate(authority("Middle", 1, 1)
                .with(AS_RESOURCES, true, asResources(new DERSequence(new DERSequence[] {
                    asRange(64496, 64500), asRange(64505, 64511)
                }))));
        add("middle.cer", middle.certificate());
        add("inside.cer", middle.issue(router("r", 64500, 64505)));
        add("gap.cer", middle.issue(router("gap", 64500, 64504)));
        RouterCertificates result = result();
        assertThat(result.accepted())
                .singleElement()
                .satisfies(one -> assertThat(one.file()).isEqualTo("inside.cer"));
        assertThat(result.refusals()).singleElement().asString().startsWith("gap.cer: AS64504 is not among");
    }

    @Test
    void twoCertificatesOfOneKeyGiveOneKey() {
        byte[] der = anchor.issue(router("r", 64500));
        add("one.cer", der);
        add("two.cer", Arrays.copyOf(der, der.length));
        assertThat(result().accepted()).hasSize(2);
        assertThat(result().routerKeys()).hasSize(1);
    }
}
