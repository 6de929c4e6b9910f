// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.certificates;

import java.io.IOException;
import java.math.BigInteger;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.x509.Certificate;
import org.bouncycastle.asn1.x509.TBSCertificate;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.SubjectKeyIdentifier;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/**
 * A certificate of a router (RFC 8209) or of an authority (RFC 6487) whose profile was checked. Its signature, chain
 * and validity period are not checked.
 *
 * @param ski Subject Key Identifier: the SHA-1 of the public key
 * @param aki key identifier of the issuer; null if a self-signed certificate has none
 * @param spki SubjectPublicKeyInfo in DER
 * @param authority public key that verifies issued certificates and CRLs; null for a router certificate
 * @param pathLength number of authorities that may follow in a chain
 * @param signsCrls true if the certificate permits the signing of CRLs
 */
record ResourceCertificate(
        DistinguishedName subject,
        DistinguishedName issuer,
        BigInteger serial,
        Instant notBefore,
        Instant notAfter,
        Bytes ski,
        @Nullable Bytes aki,
        Bytes spki,
        @Nullable PublicKey authority,
        int pathLength,
        boolean signsCrls,
        NumberResources resources,
        Signed signed) {
    private static final int VERSION_3 = 3;
    private static final int MAX_SERIAL_BYTES = 20;

    /** Decodes a certificate in DER, and checks its profile. */
    static ResourceCertificate decode(byte[] der) throws CertificateException {
        DerForm.check(der);
        try {
            return decoded(der);
        } catch (IOException | RuntimeException e) { // Bouncy Castle reports malformed structures in several ways
            throw new CertificateException("not a certificate: " + DerForm.fault(e), e);
        }
    }

    private static ResourceCertificate decoded(byte[] der) throws CertificateException, IOException {
        Certificate certificate = Certificate.getInstance(der);
        if (!Arrays.equals(der, certificate.getEncoded(ASN1Encoding.DER))) {
            throw new CertificateException("not DER: an element does not have its only permitted encoding");
        }
        TBSCertificate content = certificate.getTBSCertificate();
        check(certificate);
        ProfileExtensions extensions = ProfileExtensions.of(content.getExtensions());
        Bytes spki = Bytes.wrap(content.getSubjectPublicKeyInfo().getEncoded(ASN1Encoding.DER));
        Bytes ski = extensions.subjectKey();
        if (!ski.equals(SubjectKeyIdentifier.of(spki).orElse(null))) {
            throw new CertificateException("the Subject Key Identifier " + ski.toHex()
                    + " is not the SHA-1 of the public key (RFC 6487 section 4.8.2)");
        }
        boolean authority = extensions.isAuthority();
        if (authority) {
            extensions.checkAuthority();
        } else {
            extensions.checkRouter();
            PublicKeys.checkRouter(content.getSubjectPublicKeyInfo());
        }
        return new ResourceCertificate(
                DistinguishedName.of(content.getSubject()),
                DistinguishedName.of(content.getIssuer()),
                content.getSerialNumber().getValue(),
                content.getStartDate().getDate().toInstant(),
                content.getEndDate().getDate().toInstant(),
                ski,
                extensions.authorityKey(),
                spki,
                authority ? PublicKeys.authority(content.getSubjectPublicKeyInfo()) : null,
                extensions.pathLength(),
                extensions.signsCrls(),
                extensions.resources(),
                new Signed(
                        Bytes.wrap(content.getEncoded(ASN1Encoding.DER)),
                        certificate.getSignatureAlgorithm(),
                        Bytes.wrap(certificate.getSignature().getOctets())));
    }

    private static void check(Certificate certificate) throws CertificateException {
        TBSCertificate content = certificate.getTBSCertificate();
        if (content.getVersionNumber() != VERSION_3) {
            throw new CertificateException("the version is " + content.getVersionNumber() + ", not 3");
        }
        if (!certificate.getSignatureAlgorithm().equals(content.getSignature())) {
            throw new CertificateException(
                    "the signed and the unsigned signature algorithm differ (RFC 5280 section 4.1.1.2)");
        }
        BigInteger serial = content.getSerialNumber().getValue();
        if (serial.signum() <= 0 || serial.toByteArray().length > MAX_SERIAL_BYTES) {
            throw new CertificateException(
                    "the serial number is not a positive number of at most 20 bytes (RFC 5280 section 4.1.2.2)");
        }
        if (content.getIssuerUniqueId() != null || content.getSubjectUniqueId() != null) {
            throw new CertificateException("unique identifiers are not permitted (RFC 6487 section 4)");
        }
        if (content.getExtensions() == null) {
            throw new CertificateException("the certificate has no extensions");
        }
        Instant start = content.getStartDate().getDate().toInstant();
        if (content.getEndDate().getDate().toInstant().isBefore(start)) {
            throw new CertificateException("the validity period ends before it begins");
        }
    }

    boolean isAuthority() {
        return authority != null;
    }

    /** Returns true if subject and issuer have the same name. */
    boolean isSelfIssued() {
        return subject.equals(issuer);
    }

    /** Returns the router keys of a router certificate, one for each AS number. */
    List<RouterKey> routerKeys() {
        return resources.asNumbers().stream()
                .map(asn -> new RouterKey(asn, ski, spki))
                .toList();
    }

    /** Returns a name for an operator: subject and serial number. */
    String name() {
        return subject + ", serial number " + serial.toString(16);
    }
}
