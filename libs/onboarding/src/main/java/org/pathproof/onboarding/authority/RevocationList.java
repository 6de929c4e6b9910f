// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding.authority;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509CRLEntry;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.CRLNumber;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.TBSCertList;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x509.V2TBSCertListGenerator;

/**
 * The complete revocation list of an authority (RFC 5280 section 5). Immutable.
 *
 * @param number number of the list; that of the next list is larger
 * @param entries revoked certificates by serial number
 */
public record RevocationList(BigInteger number, Map<BigInteger, Revocation> entries) {
    /** The list of an authority that has revoked nothing. */
    public static final RevocationList EMPTY = new RevocationList(BigInteger.ZERO, Map.of());

    private static final int CRL_SIGN = 6; // index in X509Certificate.getKeyUsage

    /**
     * A revoked certificate.
     *
     * @param since time from which the certificate is not valid
     */
    public record Revocation(Instant since, RevocationReason reason) {}

    public RevocationList {
        entries = Map.copyOf(entries);
    }

    /**
     * Reads the list that an authority has signed.
     *
     * @throws IllegalArgumentException if the file has another content; the message names the file
     */
    public static RevocationList read(Path file, X509Certificate authority) throws IOException {
        List<byte[]> blocks = Pem.crls(file);
        if (blocks.size() != 1) {
            throw new IllegalArgumentException(file + ": expected one CRL, not " + blocks.size());
        }
        try {
            X509CRL list = (X509CRL)
                    CertificateFactory.getInstance("X.509").generateCRL(new ByteArrayInputStream(blocks.getFirst()));
            if (!list.getIssuerX500Principal().equals(authority.getSubjectX500Principal())) {
                throw new IllegalArgumentException(file + ": the CRL is that of " + list.getIssuerX500Principal()
                        + ", not of " + authority.getSubjectX500Principal());
            }
            list.verify(authority.getPublicKey());
            Map<BigInteger, Revocation> entries = new TreeMap<>();
            if (list.getRevokedCertificates() != null) {
                for (X509CRLEntry entry : list.getRevokedCertificates()) {
                    entries.put(entry.getSerialNumber(), revocation(entry));
                }
            }
            return new RevocationList(number(list), entries);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    file + ": not a CRL of " + authority.getSubjectX500Principal() + ": " + e.getMessage(), e);
        }
    }

    private static Revocation revocation(X509CRLEntry entry) {
        return new Revocation(entry.getRevocationDate().toInstant(), RevocationReason.of(entry.getRevocationReason()));
    }

    private static BigInteger number(X509CRL list) {
        byte[] extension = list.getExtensionValue(Extension.cRLNumber.getId());
        return extension == null
                ? BigInteger.ZERO
                : ASN1Integer.getInstance(ASN1OctetString.getInstance(extension).getOctets())
                        .getValue();
    }

    /** Returns this list with a revoked certificate. An earlier revocation of the certificate remains. */
    public RevocationList with(BigInteger serial, Revocation revocation) {
        Map<BigInteger, Revocation> more = new TreeMap<>(entries);
        more.putIfAbsent(serial, revocation);
        return new RevocationList(number, more);
    }

    /** Returns this list without certificates, which have expired. */
    public RevocationList without(Collection<BigInteger> serials) {
        Map<BigInteger, Revocation> fewer = new TreeMap<>(entries);
        fewer.keySet().removeAll(serials);
        return new RevocationList(number, fewer);
    }

    /** Returns the list that follows this one. Its number grows even if an earlier list was lost. */
    public RevocationList next(Instant now) {
        return new RevocationList(number.add(BigInteger.ONE).max(BigInteger.valueOf(now.getEpochSecond())), entries);
    }

    /**
     * Signs the list.
     *
     * @param validity time until the nextUpdate
     * @return the list in PEM
     * @throws IllegalArgumentException if the authority may not sign lists
     */
    public String sign(CertificateAuthority authority, Instant now, Duration validity) {
        boolean[] usage = authority.certificate().getKeyUsage();
        if (usage != null && !usage[CRL_SIGN]) {
            throw new IllegalArgumentException("the certificate of "
                    + authority.certificate().getSubjectX500Principal()
                    + " may not sign CRLs: its keyUsage lacks cRLSign (RFC 5280 section 4.2.1.3)");
        }
        AlgorithmIdentifier algorithm = CertificateAuthority.algorithm(authority.key());
        V2TBSCertListGenerator generator = new V2TBSCertListGenerator();
        generator.setSignature(algorithm);
        generator.setIssuer(authority.issuer());
        generator.setThisUpdate(new Time(Date.from(now.minus(CertificateAuthority.SLOW_CLOCK))));
        generator.setNextUpdate(new Time(Date.from(now.plus(validity))));
        new TreeMap<>(entries)
                .forEach((serial, revocation) -> generator.addCRLEntry(
                        new ASN1Integer(serial),
                        new Time(Date.from(revocation.since())),
                        revocation.reason().code()));
        try {
            ExtensionsGenerator extensions = new ExtensionsGenerator();
            extensions.addExtension(
                    Extension.authorityKeyIdentifier,
                    false,
                    new AuthorityKeyIdentifier(CertificateAuthority.identifier(
                                    authority.certificate().getPublicKey())
                            .getKeyIdentifier()));
            extensions.addExtension(Extension.cRLNumber, false, new CRLNumber(number));
            generator.setExtensions(extensions.generate());
            TBSCertList content = generator.generateTBSCertList();
            byte[] signature = Keys.sign(authority.key(), content.getEncoded(ASN1Encoding.DER));
            return Pem.ofCrl(new DERSequence(new ASN1Encodable[] {content, algorithm, new DERBitString(signature)})
                    .getEncoded(ASN1Encoding.DER));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a CRL cannot be signed", e);
        }
    }
}
