// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pathproof.harness.RouterAuthority.AS_RESOURCES;
import static org.pathproof.harness.RouterAuthority.IP_RESOURCES;
import static org.pathproof.harness.RouterAuthority.asRange;
import static org.pathproof.harness.RouterAuthority.asResources;
import static org.pathproof.harness.RouterAuthority.authority;
import static org.pathproof.harness.RouterAuthority.inheritedAsResources;
import static org.pathproof.harness.RouterAuthority.newKeys;
import static org.pathproof.harness.RouterAuthority.router;

import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.cert.CertificateException;
import java.util.stream.Stream;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.DERTaggedObject;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.pathproof.harness.RouterAuthority;
import org.pathproof.harness.RouterAuthority.Draft;

/** Tests each rule of the profiles of RFC 8209 and RFC 6487 with a certificate that breaks only this rule. */
class ResourceCertificateTest {
    private static final RouterAuthority ANCHOR = RouterAuthority.anchor(authority("Lab", 64496, 64511));

    private static Draft valid() {
        return router("r", 64500);
    }

    private static Draft asNumbers(ASN1Encodable... ranges) {
        return valid().with(AS_RESOURCES, true, asResources(new DERSequence(ranges)));
    }

    static Stream<Arguments> refusedRouters() {
        ASN1ObjectIdentifier unknown = new ASN1ObjectIdentifier("1.3.6.1.4.1.32473.1");
        return Stream.of(
                Arguments.of(
                        valid().with(Extension.basicConstraints, true, new BasicConstraints(false)), "constraints"),
                Arguments.of(
                        valid().with(Extension.subjectInfoAccess, false, new DERSequence()),
                        "subject information access is not permitted (RFC 8209 section 3.1.3.3)"),
                Arguments.of(
                        valid().with(IP_RESOURCES, true, new DERSequence()),
                        "IP resources is not permitted (RFC 8209 section 3.1.3.4)"),
                Arguments.of(valid().without(Extension.extendedKeyUsage), "extended key usage is missing"),
                Arguments.of(
                        valid().with(
                                        Extension.extendedKeyUsage,
                                        false,
                                        new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth)),
                        "lacks id-kp-bgpsec-router"),
                Arguments.of(valid().without(Extension.keyUsage), "key usage is missing"),
                Arguments.of(
                        valid().with(Extension.keyUsage, false, new KeyUsage(KeyUsage.digitalSignature)),
                        "key usage is not critical"),
                Arguments.of(
                        valid().with(
                                        Extension.keyUsage,
                                        true,
                                        new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyAgreement)),
                        "not digitalSignature alone"),
                Arguments.of(valid().without(AS_RESOURCES), "AS resources is missing"),
                Arguments.of(valid().with(AS_RESOURCES, true, inheritedAsResources()), "are inherited"),
                Arguments.of(
                        valid().with(AS_RESOURCES, false, asResources(new DERSequence(new ASN1Integer(64500)))),
                        "AS resources is not critical"),
                Arguments.of(
                        valid().with(
                                        AS_RESOURCES,
                                        true,
                                        new DERSequence(new DERTaggedObject(true, 1, DERNull.INSTANCE))),
                        "routing domain identifiers"),
                Arguments.of(asNumbers(), "a family of resources is empty"),
                Arguments.of(asNumbers(asRange(1, 257)), "257 ASes, more than 256"),
                Arguments.of(asNumbers(asRange(0, 4294967296L)), "out of range or not in ascending order"),
                Arguments.of(asNumbers(new ASN1Integer(-1)), "out of range"),
                Arguments.of(asNumbers(new ASN1Integer(2), new ASN1Integer(1)), "not in ascending order: AS1"),
                Arguments.of(asNumbers(asRange(5, 4)), "not in ascending order"),
                Arguments.of(
                        valid().with(Extension.authorityKeyIdentifier, false, new DERSequence()),
                        "authority key identifier has no key identifier"),
                Arguments.of(
                        valid().with(Extension.subjectKeyIdentifier, false, new SubjectKeyIdentifier(new byte[20])),
                        "is not the SHA-1 of the public key"),
                Arguments.of(
                        valid().with(Extension.subjectKeyIdentifier, false, new SubjectKeyIdentifier(new byte[19])),
                        "a key identifier has 19 bytes, not 20"),
                Arguments.of(valid().with(unknown, true, DERNull.INSTANCE), "critical extension " + unknown),
                Arguments.of(valid().keys(newKeys("secp384r1")), "not a point of P-256 in uncompressed form"),
                Arguments.of(valid().serial(0), "serial number"),
                Arguments.of(valid().serial(-5), "serial number"));
    }

    @ParameterizedTest
    @MethodSource("refusedRouters")
    void refusesARouterCertificateThatBreaksOneRule(Draft draft, String reason) {
        byte[] der = ANCHOR.issue(draft);
        assertThatThrownBy(() -> ResourceCertificate.decode(der))
                .isInstanceOf(CertificateException.class)
                .hasMessageContaining(reason);
    }

    static Stream<Arguments> refusedAuthorities() throws GeneralSecurityException {
        KeyPairGenerator small = KeyPairGenerator.getInstance("RSA");
        small.initialize(1024);
        return Stream.of(
                Arguments.of(
                        authority("a", 1, 2).with(Extension.basicConstraints, false, new BasicConstraints(true)),
                        "basic constraints is not critical"),
                Arguments.of(
                        authority("a", 1, 2).with(Extension.keyUsage, true, new KeyUsage(KeyUsage.cRLSign)),
                        "lacks keyCertSign"),
                Arguments.of(
                        authority("a", 1, 2)
                                .with(
                                        Extension.extendedKeyUsage,
                                        false,
                                        new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth)),
                        "extended key usage is not permitted"),
                Arguments.of(
                        authority("a", 1, 2).with(AS_RESOURCES, false, asResources(new DERSequence(asRange(1, 2)))),
                        "resources must be critical"),
                Arguments.of(authority("a", 1, 2).keys(small.generateKeyPair()), "must be RSA of 2048 to 8192 bits"),
                Arguments.of(authority("a", 1, 2).keys(newKeys("secp384r1")), "or P-256"),
                Arguments.of(addresses(3, new DERSequence(bits(0, 10))), "a family other than IPv4 and IPv6"),
                Arguments.of(addresses(1, new DERSequence(bits(0, 1, 2, 3, 4, 5))), "an address has 40 bits"),
                Arguments.of(
                        addresses(1, new DERSequence(new ASN1Encodable[] {bits(0, 10), bits(0, 10)})),
                        "not in ascending order: IPv4 0xa000000 to IPv4 0xaffffff"));
    }

    private static Draft addresses(int family, ASN1Encodable choice) {
        DERSequence block =
                new DERSequence(new ASN1Encodable[] {new DEROctetString(new byte[] {0, (byte) family}), choice});
        return authority("a", 1, 2).with(IP_RESOURCES, true, new DERSequence(block));
    }

    private static DERBitString bits(int pad, int... bytes) {
        byte[] content = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            content[i] = (byte) bytes[i];
        }
        return new DERBitString(content, pad);
    }

    @ParameterizedTest
    @MethodSource("refusedAuthorities")
    void refusesAnAuthorityThatBreaksOneRule(Draft draft, String reason) {
        byte[] der = ANCHOR.issue(draft);
        assertThatThrownBy(() -> ResourceCertificate.decode(der))
                .isInstanceOf(CertificateException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void comparesIpResourcesOfAuthorities() throws CertificateException {
        Draft wide = addresses(1, new DERSequence(bits(0, 10)));
        Draft inside =
                addresses(1, new DERSequence(new DERSequence(new ASN1Encodable[] {bits(0, 10, 1), bits(0, 10, 3)})));
        Draft outside = addresses(1, new DERSequence(bits(1, 10)));
        Draft inherited = addresses(1, DERNull.INSTANCE);
        NumberResources held = resources(wide);
        assertThat(resources(inside).excess(held)).isEmpty();
        assertThat(resources(outside).excess(held)).contains("IPv4 0xa000000 to IPv4 0xbffffff");
        assertThat(resources(inherited).from(held).excess(held)).isEmpty();
        assertThat(resources(inherited).from(held).excess(NumberResources.NONE)).isPresent();
    }

    private static NumberResources resources(Draft draft) throws CertificateException {
        return ResourceCertificate.decode(ANCHOR.issue(draft)).resources();
    }

    @Test
    void acceptsFurtherPurposesAndRangesUpToTheBound() throws CertificateException {
        Draft draft = asNumbers(asRange(1000, 1000 + ProfileExtensions.MAX_ASES - 1))
                .with(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(new KeyPurposeId[] {
                    KeyPurposeId.id_kp_clientAuth,
                    KeyPurposeId.getInstance(new ASN1ObjectIdentifier("1.3.6.1.5.5.7.3.30"))
                }));
        assertThat(ResourceCertificate.decode(ANCHOR.issue(draft)).routerKeys()).hasSize(256);
    }
}
