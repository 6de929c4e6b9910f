// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.certificates;

import java.io.IOException;
import java.math.BigInteger;
import java.security.cert.CertificateException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Set;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.CertificateList;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.Extensions;
import org.bouncycastle.asn1.x509.TBSCertList;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;

/**
 * A complete CRL of one authority (RFC 6487 section 5). Its signature and dates are not checked.
 *
 * @param aki key identifier of the authority
 * @param nextUpdate time after which the CRL is stale
 * @param revoked serial numbers of revoked certificates
 */
record RevocationList(
        DistinguishedName issuer,
        Bytes aki,
        Instant thisUpdate,
        Instant nextUpdate,
        Set<BigInteger> revoked,
        Signed signed) {
    private static final int VERSION_2 = 2;

    /** Decodes a CRL in DER, and checks its profile. */
    static RevocationList decode(byte[] der) throws CertificateException {
        DerForm.check(der);
        try {
            return decoded(der);
        } catch (IOException | RuntimeException e) { // Bouncy Castle reports malformed structures in several ways
            throw new CertificateException("not a CRL: " + DerForm.fault(e), e);
        }
    }

    private static RevocationList decoded(byte[] der) throws CertificateException, IOException {
        CertificateList list = CertificateList.getInstance(der);
        if (!Arrays.equals(der, list.getEncoded(ASN1Encoding.DER))) {
            throw new CertificateException("not DER: an element does not have its only permitted encoding");
        }
        TBSCertList content = list.getTBSCertList();
        if (content.getVersionNumber() != VERSION_2) {
            throw new CertificateException("the version of the CRL is " + content.getVersionNumber() + ", not 2");
        }
        if (!list.getSignatureAlgorithm().equals(content.getSignature())) {
            throw new CertificateException(
                    "the signed and the unsigned signature algorithm differ (RFC 5280 section 5.1.1.2)");
        }
        if (content.getNextUpdate() == null) {
            throw new CertificateException("the CRL has no next update (RFC 5280 section 5.1.2.5)");
        }
        Set<BigInteger> revoked = new HashSet<>();
        Enumeration<?> entries = content.getRevokedCertificateEnumeration();
        while (entries.hasMoreElements()) {
            TBSCertList.CRLEntry entry = TBSCertList.CRLEntry.getInstance(entries.nextElement());
            if (entry.hasExtensions()) {
                refuseCritical(entry.getExtensions());
            }
            revoked.add(entry.getUserCertificate().getValue());
        }
        return new RevocationList(
                DistinguishedName.of(content.getIssuer()),
                authority(content.getExtensions()),
                content.getThisUpdate().getDate().toInstant(),
                content.getNextUpdate().getDate().toInstant(),
                Set.copyOf(revoked),
                new Signed(
                        Bytes.wrap(content.getEncoded(ASN1Encoding.DER)),
                        list.getSignatureAlgorithm(),
                        Bytes.wrap(list.getSignature().getOctets())));
    }

    /** Returns the key identifier of the authority. Critical extensions mark partial and indirect CRLs. */
    private static Bytes authority(@Nullable Extensions extensions) throws CertificateException {
        if (extensions == null || extensions.getExtension(Extension.authorityKeyIdentifier) == null) {
            throw new CertificateException(
                    "the extension authority key identifier of the CRL is missing (RFC 6487 section 5)");
        }
        refuseCritical(extensions);
        Extension present = extensions.getExtension(Extension.authorityKeyIdentifier);
        DerForm.check(present.getExtnValue().getOctets());
        AuthorityKeyIdentifier identifier = AuthorityKeyIdentifier.getInstance(present.getParsedValue());
        if (identifier.getKeyIdentifierObject() == null) {
            throw new CertificateException("the authority key identifier of the CRL has no key identifier");
        }
        return Bytes.wrap(identifier.getKeyIdentifierObject().getOctets());
    }

    private static void refuseCritical(Extensions extensions) throws CertificateException {
        ASN1ObjectIdentifier[] critical = extensions.getCriticalExtensionOIDs();
        if (critical.length > 0) {
            throw new CertificateException("the critical extension " + critical[0] + " of the CRL is not supported");
        }
    }

    boolean isStale(Instant now) {
        return now.isAfter(nextUpdate);
    }

    String name() {
        return "CRL of " + issuer;
    }
}
