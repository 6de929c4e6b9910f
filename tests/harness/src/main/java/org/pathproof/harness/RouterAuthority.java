// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.DERTaggedObject;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/**
 * A certificate authority of a test. The authority issues certificates of routers (RFC 8209) and authorities, and CRLs.
 */
public final class RouterAuthority {
    public static final ASN1ObjectIdentifier AS_RESOURCES = new ASN1ObjectIdentifier("1.3.6.1.5.5.7.1.8");
    public static final ASN1ObjectIdentifier IP_RESOURCES = new ASN1ObjectIdentifier("1.3.6.1.5.5.7.1.7");
    private static final KeyPurposeId BGPSEC_ROUTER =
            KeyPurposeId.getInstance(new ASN1ObjectIdentifier("1.3.6.1.5.5.7.3.30"));

    private final X500Name name;
    private final KeyPair keys;
    private final byte[] certificate;

    private RouterAuthority(Draft own, byte[] certificate) {
        this.name = own.subject;
        this.keys = own.keys;
        this.certificate = certificate;
    }

    /** Content of a certificate before its signature. The content starts with a valid profile, which tests change. */
    public static final class Draft {
        private final X500Name subject;
        private final Map<ASN1ObjectIdentifier, Extension> extensions = new LinkedHashMap<>();
        private KeyPair keys = newKeys();
        private Instant notBefore = Instant.now().minus(1, ChronoUnit.DAYS);
        private Instant notAfter = Instant.now().plus(365, ChronoUnit.DAYS);
        private BigInteger serial = BigInteger.valueOf(System.nanoTime());

        private Draft(String commonName) {
            subject = new X500Name("CN=" + commonName);
        }

        public Draft with(ASN1ObjectIdentifier extension, boolean critical, ASN1Encodable value) {
            try {
                extensions.put(
                        extension,
                        new Extension(
                                extension, critical, value.toASN1Primitive().getEncoded()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return this;
        }

        public Draft without(ASN1ObjectIdentifier extension) {
            extensions.remove(extension);
            return this;
        }

        /** Sets the authority key identifier to that of an authority, which need not be the issuer. */
        public Draft claimingIssuer(RouterAuthority issuer) {
            return with(Extension.authorityKeyIdentifier, false, keyIdentifier(issuer.keys));
        }

        public Draft valid(Instant from, Instant to) {
            notBefore = from;
            notAfter = to;
            return this;
        }

        public Draft keys(KeyPair pair) {
            keys = pair;
            return this;
        }

        public Draft serial(long number) {
            serial = BigInteger.valueOf(number);
            return this;
        }
    }

    /** Returns the draft of a router certificate. */
    public static Draft router(String commonName, long... asNumbers) {
        ASN1Encodable[] numbers = new ASN1Encodable[asNumbers.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = new ASN1Integer(asNumbers[i]);
        }
        return new Draft(commonName)
                .with(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
                .with(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(BGPSEC_ROUTER))
                .with(AS_RESOURCES, true, asResources(new DERSequence(numbers)));
    }

    /** Returns the draft of an authority's certificate with a range of AS numbers. */
    public static Draft authority(String commonName, long firstAs, long lastAs) {
        return new Draft(commonName)
                .with(Extension.basicConstraints, true, new BasicConstraints(true))
                .with(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign))
                .with(AS_RESOURCES, true, asResources(new DERSequence(asRange(firstAs, lastAs))));
    }

    /** Returns an element of AS resources: the numbers from {@code first} to {@code last}. */
    public static DERSequence asRange(long first, long last) {
        return new DERSequence(new ASN1Encodable[] {new ASN1Integer(first), new ASN1Integer(last)});
    }

    /** Returns the value of the extension AS resources for a choice of RFC 3779 section 3.2.3. */
    public static DERSequence asResources(ASN1Encodable choice) {
        return new DERSequence(new DERTaggedObject(true, 0, choice));
    }

    /** Returns the value of the extension AS resources that inherits the numbers of the issuer. */
    public static DERSequence inheritedAsResources() {
        return asResources(DERNull.INSTANCE);
    }

    /** Creates a trust anchor, which signs itself. */
    public static RouterAuthority anchor(Draft draft) {
        return new RouterAuthority(draft, sign(draft, draft.subject, draft.keys));
    }

    /** Creates an authority below this one. */
    public RouterAuthority subordinate(Draft draft) {
        return new RouterAuthority(draft, issue(draft));
    }

    /** Returns the keys of this authority. */
    public KeyPair keys() {
        return keys;
    }

    /** Returns the certificate of this authority in DER. */
    public byte[] certificate() {
        return certificate.clone();
    }

    /** Issues a certificate, and returns it in DER. */
    public byte[] issue(Draft draft) {
        return sign(draft, name, keys);
    }

    private static byte[] sign(Draft draft, X500Name issuer, KeyPair signing) {
        try {
            JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
            X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    issuer,
                    draft.serial,
                    Date.from(draft.notBefore),
                    Date.from(draft.notAfter),
                    draft.subject,
                    draft.keys.getPublic());
            Map<ASN1ObjectIdentifier, Extension> all = new LinkedHashMap<>(draft.extensions);
            all.putIfAbsent(
                    Extension.subjectKeyIdentifier,
                    new Extension(
                            Extension.subjectKeyIdentifier,
                            false,
                            identifiers
                                    .createSubjectKeyIdentifier(draft.keys.getPublic())
                                    .getEncoded()));
            all.putIfAbsent(
                    Extension.authorityKeyIdentifier,
                    new Extension(
                            Extension.authorityKeyIdentifier,
                            false,
                            identifiers
                                    .createAuthorityKeyIdentifier(signing.getPublic())
                                    .getEncoded()));
            for (Extension each : all.values()) {
                builder.addExtension(each);
            }
            return builder.build(signer(signing)).getEncoded();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Issues a CRL with the serial numbers of revoked certificates, and returns it in DER. */
    public byte[] crl(Instant thisUpdate, Instant nextUpdate, long... revoked) {
        try {
            X509v2CRLBuilder builder = new X509v2CRLBuilder(name, Date.from(thisUpdate));
            builder.setNextUpdate(Date.from(nextUpdate));
            for (long serial : revoked) {
                builder.addCRLEntry(BigInteger.valueOf(serial), Date.from(thisUpdate), 0);
            }
            builder.addExtension(
                    Extension.authorityKeyIdentifier,
                    false,
                    new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(keys.getPublic()));
            builder.addExtension(Extension.cRLNumber, false, new ASN1Integer(thisUpdate.getEpochSecond()));
            return builder.build(signer(keys)).getEncoded();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static AuthorityKeyIdentifier keyIdentifier(KeyPair issuer) {
        try {
            return new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(issuer.getPublic());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ContentSigner signer(KeyPair pair) throws OperatorCreationException {
        String algorithm = pair.getPrivate().getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
        return new JcaContentSignerBuilder(algorithm).build(pair.getPrivate());
    }

    /** Returns new keys on P-256. */
    public static KeyPair newKeys() {
        return newKeys("secp256r1");
    }

    /** Returns new keys on a curve of the JDK. */
    public static KeyPair newKeys(String curve) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(curve));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns DER as a block of PEM, such as {@code CERTIFICATE} or {@code X509 CRL}. */
    public static String pem(String label, byte[] der) {
        StringWriter text = new StringWriter();
        try (PemWriter pem = new PemWriter(text)) {
            pem.writeObject(new PemObject(label, der));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
