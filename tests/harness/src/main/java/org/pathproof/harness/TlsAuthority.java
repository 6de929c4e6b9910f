// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.IPAddress;

/** A certificate authority for TLS between routers and Pathproof. */
public final class TlsAuthority {
    private static final Duration YEAR = Duration.ofDays(365);

    /** A certificate and its key, as PEM files. */
    public record Issued(Path certificate, Path key) {}

    private final String name;
    private final KeyPair keys = keyPair();
    private final X509Certificate own;

    /** Creates an authority with new keys. */
    public TlsAuthority(String name) {
        this.name = name;
        this.own =
                certificate(name, keys, Instant.now().minus(YEAR), Instant.now().plus(YEAR), true);
    }

    /** Writes the certificate of this authority to a file. */
    public Path writeTo(Path file) {
        write(file, own);
        return file;
    }

    /** Issues a certificate for a common name and subject alternative names: DNS names and IP addresses. */
    public Issued issue(Path folder, String commonName, String... names) {
        return issue(folder, Instant.now().plus(YEAR), commonName, names);
    }

    /** Issues a certificate that ends at a time. */
    public Issued issue(Path folder, Instant expires, String commonName, String... names) {
        return issue(folder, expires.minus(YEAR.multipliedBy(2)), expires, commonName, names);
    }

    /** Issues a certificate that is valid between two times. */
    public Issued issue(Path folder, Instant begin, Instant expires, String commonName, String... names) {
        KeyPair pair = keyPair();
        Issued issued = new Issued(folder.resolve(commonName + ".pem"), folder.resolve(commonName + ".key"));
        write(issued.certificate(), certificate(commonName, pair, begin, expires, false, names));
        try {
            write(issued.key(), new JcaPKCS8Generator(pair.getPrivate(), null));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return issued;
    }

    /**
     * Writes a revocation list that began an hour ago.
     *
     * @param revoked certificates on the list, revoked since a minute for the compromise of their keys
     */
    public Path writeCrl(Path file, Instant nextUpdate, Issued... revoked) {
        try {
            X509v2CRLBuilder builder = new X509v2CRLBuilder(
                    new X500Name("CN=" + name), Date.from(Instant.now().minusSeconds(3600)));
            builder.setNextUpdate(Date.from(nextUpdate));
            for (Issued each : revoked) {
                try (var in = Files.newInputStream(each.certificate())) {
                    X509Certificate certificate = (X509Certificate)
                            CertificateFactory.getInstance("X.509").generateCertificate(in);
                    builder.addCRLEntry(
                            certificate.getSerialNumber(),
                            Date.from(Instant.now().minusSeconds(60)),
                            CRLReason.keyCompromise);
                }
            }
            write(file, builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
            return file;
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private X509Certificate certificate(
            String commonName, KeyPair subject, Instant begin, Instant expires, boolean authority, String... names) {
        try {
            X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    new X500Name("CN=" + name),
                    new BigInteger(64, new SecureRandom()),
                    Date.from(begin),
                    Date.from(expires),
                    new X500Name("CN=" + commonName),
                    subject.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
            if (names.length > 0) {
                builder.addExtension(
                        Extension.subjectAlternativeName,
                        false,
                        new GeneralNames(Arrays.stream(names)
                                .map(name -> new GeneralName(
                                        IPAddress.isValid(name) ? GeneralName.iPAddress : GeneralName.dNSName, name))
                                .toArray(GeneralName[]::new)));
            }
            return new JcaX509CertificateConverter()
                    .getCertificate(
                            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KeyPair keyPair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void write(Path file, Object what) {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter pem = new JcaPEMWriter(text)) {
            pem.writeObject(what);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            Files.writeString(file, text.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
