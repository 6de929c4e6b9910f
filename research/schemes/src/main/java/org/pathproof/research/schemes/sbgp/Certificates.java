// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.sbgp;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.DERTaggedObject;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** X.509 certificates of S-BGP: one certification authority, and the objects below it. */
final class Certificates {
    /** IP address blocks (RFC 3779 section 2.2.1). */
    private static final String IP_ADDRESS_BLOCKS = "1.3.6.1.5.5.7.1.7";
    /** AS identifiers (RFC 3779 section 3.2.1). */
    private static final String AS_IDENTIFIERS = "1.3.6.1.5.5.7.1.8";

    private static final int ID_BYTES = 8;
    private static final int SERIAL_BITS = 63;
    private static final X500Name ROOT = new X500Name("CN=Root of S-BGP");
    private static final Instant NOT_BEFORE = Instant.EPOCH;

    private final Algorithm algorithm;
    private final SecureRandom random;
    private final KeyPair root;

    Certificates(Algorithm algorithm, SecureRandom random) {
        this.algorithm = algorithm;
        this.random = random;
        root = algorithm.newPair(random);
    }

    /** Returns the certificate of the root, which signs itself. */
    Bytes root(Instant notAfter) {
        return sign(ROOT, root.getPublic(), notAfter, Optional.empty());
    }

    /** Returns the certificate that binds a router's key to its AS. */
    Bytes router(long asn, PublicKey key, Instant notAfter) {
        return sign(
                new X500Name("CN=Router of AS" + asn),
                key,
                notAfter,
                Optional.of(new Extension(AS_IDENTIFIERS, asIdentifiers(asn))));
    }

    /** Returns the certificate that binds an organization's key to its address blocks. */
    Bytes addresses(long asn, List<Prefix> prefixes, PublicKey key, Instant notAfter) {
        return sign(
                new X500Name("CN=Owner of the prefixes of AS" + asn),
                key,
                notAfter,
                Optional.of(new Extension(IP_ADDRESS_BLOCKS, addressBlocks(prefixes))));
    }

    private record Extension(String oid, ASN1Encodable value) {}

    private Bytes sign(X500Name subject, PublicKey key, Instant notAfter, Optional<Extension> extension) {
        try {
            JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    ROOT,
                    new BigInteger(SERIAL_BITS, random),
                    Date.from(NOT_BEFORE),
                    Date.from(notAfter),
                    subject,
                    key);
            if (extension.isPresent()) {
                builder.addExtension(
                        new ASN1ObjectIdentifier(extension.get().oid()),
                        true,
                        extension.get().value());
            }
            return Bytes.wrap(builder.build(new JcaContentSignerBuilder(algorithm.signatureAlgorithm)
                            .setSecureRandom(random)
                            .build(root.getPrivate()))
                    .getEncoded());
        } catch (IOException | OperatorCreationException e) {
            throw new IllegalStateException("cannot sign the certificate of " + subject, e);
        }
    }

    private static ASN1Encodable asIdentifiers(long asn) {
        return new DERSequence(new DERTaggedObject(true, 0, new DERSequence(new ASN1Integer(asn))));
    }

    private static ASN1Encodable addressBlocks(List<Prefix> prefixes) {
        return new DERSequence(prefixes.stream()
                .map(Prefix::afi)
                .distinct()
                .sorted()
                .map(afi -> new DERSequence(new ASN1Encodable[] {
                    new DEROctetString(new byte[] {0, afi.byteValue()}),
                    new DERSequence(prefixes.stream()
                            .filter(prefix -> prefix.afi() == afi)
                            .sorted()
                            .map(Certificates::bits)
                            .toArray(ASN1Encodable[]::new))
                }))
                .toArray(ASN1Encodable[]::new));
    }

    private static ASN1Encodable bits(Prefix prefix) {
        return new DERBitString(prefix.nlriBytes(), (8 - prefix.length() % 8) % 8);
    }

    /** Returns true if the certificate names exactly this AS. */
    static boolean namesAs(X509Certificate certificate, long asn) {
        return hasExtension(certificate, AS_IDENTIFIERS, asIdentifiers(asn));
    }

    /** Returns true if the certificate lists exactly these prefixes. */
    static boolean lists(X509Certificate certificate, List<Prefix> prefixes) {
        return hasExtension(certificate, IP_ADDRESS_BLOCKS, addressBlocks(prefixes));
    }

    private static boolean hasExtension(X509Certificate certificate, String oid, ASN1Encodable value) {
        byte[] found = certificate.getExtensionValue(oid);
        try {
            byte[] expected = new DEROctetString(value).getEncoded();
            return found != null && Arrays.equals(found, expected);
        } catch (IOException e) {
            throw new IllegalStateException("cannot encode an extension", e);
        }
    }

    /** Parses a certificate, or returns an empty result for malformed bytes. */
    static Optional<X509Certificate> parse(Bytes der) {
        try {
            return Optional.of((X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(der.toArray())));
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    /** Returns true if the signature of the certificate verifies under the key. */
    static boolean isSignedBy(X509Certificate certificate, PublicKey issuer) {
        try {
            certificate.verify(issuer);
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /** Returns the identifier of a certificate in route attestations: the start of its SHA-256. */
    static Bytes id(Bytes der) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            der.addTo(sha256);
            return Bytes.wrap(sha256.digest(), 0, ID_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
