// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding.authority;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.TBSCertificate;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x509.V3TBSCertificateGenerator;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.pathproof.onboarding.DescriptionExtension;
import org.pathproof.onboarding.RouterDescription;

/**
 * An authority for TLS certificates of routers. Thread-safe.
 *
 * <p>An issued certificate has a random serial number of 127 bits and the names of the router as dNSName. The key
 * usage is {@code digitalSignature}. The extended key usages are {@code clientAuth} and {@code serverAuth}, because the
 * collector connects to some routers.
 */
public final class CertificateAuthority {
    private static final int SERIAL_BITS = 127;
    /** Time by which the validity begins before the order, for routers whose clock is slow. */
    static final Duration SLOW_CLOCK = Duration.ofMinutes(5);

    private static final int KEY_CERT_SIGN = 5; // index in X509Certificate.getKeyUsage
    private static final int MAX_NAME = 64; // RFC 5280 appendix A.1, ub-common-name

    private final X509Certificate certificate;
    private final PrivateKey key;

    private CertificateAuthority(X509Certificate certificate, PrivateKey key) {
        this.certificate = certificate;
        this.key = key;
    }

    /**
     * Creates an authority with a new key on P-256.
     *
     * @param name common name, 1 to 64 characters
     * @throws IllegalArgumentException if the name has another length
     */
    public static CertificateAuthority create(String name, Duration validity, Instant now) {
        if (name.isBlank() || name.length() > MAX_NAME) {
            throw new IllegalArgumentException("the name of an authority has 1 to " + MAX_NAME + " characters");
        }
        KeyPair keys = Keys.create();
        X500Name subject = commonName(name);
        try {
            ExtensionsGenerator extensions = new ExtensionsGenerator();
            extensions.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
            extensions.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
            extensions.addExtension(Extension.subjectKeyIdentifier, false, identifier(keys.getPublic()));
            return new CertificateAuthority(
                    certificate(subject, subject, keys.getPublic(), now, validity, extensions, keys.getPrivate()),
                    keys.getPrivate());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns an authority with an existing certificate and its key.
     *
     * @throws IllegalArgumentException if the certificate is not that of an authority, or the key is not its key
     */
    public static CertificateAuthority of(X509Certificate certificate, PrivateKey key) {
        boolean[] usage = certificate.getKeyUsage();
        if (certificate.getBasicConstraints() < 0 || usage != null && !usage[KEY_CERT_SIGN]) {
            throw new IllegalArgumentException("the certificate of " + certificate.getSubjectX500Principal()
                    + " may not issue certificates (RFC 5280 sections 4.2.1.3 and 4.2.1.9)");
        }
        if (!Keys.isSupported(key) || !Keys.belong(key, certificate.getPublicKey())) {
            throw new IllegalArgumentException(
                    "the key is not that of the certificate of " + certificate.getSubjectX500Principal());
        }
        return new CertificateAuthority(certificate, key);
    }

    public X509Certificate certificate() {
        return certificate;
    }

    public PrivateKey key() {
        return key;
    }

    /**
     * Issues the certificate of a router. The certificate never outlives the certificate of the authority.
     *
     * @throws IllegalArgumentException if the description is too large, or the authority has expired
     */
    public X509Certificate issue(RouterOrder order) {
        Instant end = certificate.getNotAfter().toInstant();
        if (!order.now().isBefore(end)) {
            throw new IllegalArgumentException("the certificate of the authority expired: " + end);
        }
        Duration left = Duration.between(order.now(), end);
        Duration validity = order.validity().compareTo(left) < 0 ? order.validity() : left;
        try {
            return certificate(
                    issuer(),
                    commonName(shortName(order.description())),
                    order.key(),
                    order.now(),
                    validity,
                    extensions(order),
                    key);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ExtensionsGenerator extensions(RouterOrder order) throws IOException {
        ExtensionsGenerator extensions = new ExtensionsGenerator();
        extensions.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        extensions.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        extensions.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(new KeyPurposeId[] {
            KeyPurposeId.id_kp_clientAuth, KeyPurposeId.id_kp_serverAuth
        }));
        extensions.addExtension(
                Extension.subjectAlternativeName,
                false,
                new GeneralNames(order.names().stream()
                        .map(name -> new GeneralName(GeneralName.dNSName, name))
                        .toArray(GeneralName[]::new)));
        extensions.addExtension(Extension.subjectKeyIdentifier, false, identifier(order.key()));
        extensions.addExtension(
                Extension.authorityKeyIdentifier,
                false,
                new AuthorityKeyIdentifier(
                        identifier(certificate.getPublicKey()).getKeyIdentifier()));
        RouterDescription description = order.description();
        extensions.addExtension(
                new ASN1ObjectIdentifier(DescriptionExtension.OID),
                false,
                order.seal().isEmpty()
                        ? DescriptionExtension.plain(description)
                        : DescriptionExtension.sealed(
                                description, order.seal(), order.key().getEncoded()));
        return extensions;
    }

    X500Name issuer() {
        return X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded());
    }

    /** Returns the beginning of a name: the common name is shorter than a dNSName. */
    private static String shortName(RouterDescription description) {
        String name = description.name();
        return name.substring(0, Math.min(name.length(), MAX_NAME));
    }

    private static X500Name commonName(String name) {
        return new X500NameBuilder(BCStyle.INSTANCE).addRDN(BCStyle.CN, name).build();
    }

    /** RFC 5280 section 4.2.1.2, method 1. */
    static SubjectKeyIdentifier identifier(PublicKey key) {
        try {
            byte[] bits = SubjectPublicKeyInfo.getInstance(key.getEncoded())
                    .getPublicKeyData()
                    .getBytes();
            return new SubjectKeyIdentifier(MessageDigest.getInstance("SHA-1").digest(bits));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }

    /** Returns the algorithm of signatures by a supported key. */
    static AlgorithmIdentifier algorithm(PrivateKey signer) {
        return signer.getAlgorithm().equals("EC")
                ? new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA256)
                : new AlgorithmIdentifier(PKCSObjectIdentifiers.sha256WithRSAEncryption, DERNull.INSTANCE);
    }

    private static X509Certificate certificate(
            X500Name issuer,
            X500Name subject,
            PublicKey subjectKey,
            Instant now,
            Duration validity,
            ExtensionsGenerator extensions,
            PrivateKey signer)
            throws IOException {
        AlgorithmIdentifier algorithm = algorithm(signer);
        V3TBSCertificateGenerator generator = new V3TBSCertificateGenerator();
        generator.setSerialNumber(new ASN1Integer(new BigInteger(SERIAL_BITS, new SecureRandom()).add(BigInteger.ONE)));
        generator.setSignature(algorithm);
        generator.setIssuer(issuer);
        generator.setSubject(subject);
        generator.setStartDate(new Time(Date.from(now.minus(SLOW_CLOCK))));
        generator.setEndDate(new Time(Date.from(now.plus(validity))));
        generator.setSubjectPublicKeyInfo(SubjectPublicKeyInfo.getInstance(subjectKey.getEncoded()));
        generator.setExtensions(extensions.generate());
        TBSCertificate content = generator.generateTBSCertificate();
        try {
            byte[] signature = Keys.sign(signer, content.getEncoded(ASN1Encoding.DER));
            byte[] der = new DERSequence(new ASN1Encodable[] {content, algorithm, new DERBitString(signature)})
                    .getEncoded(ASN1Encoding.DER);
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate cannot be signed or read", e);
        }
    }
}
