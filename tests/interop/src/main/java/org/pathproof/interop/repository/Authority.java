// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop.repository;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.KeyPair;
import java.util.Collection;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.x509.AccessDescription;
import org.bouncycastle.asn1.x509.AuthorityInformationAccess;
import org.bouncycastle.asn1.x509.CRLDistPoint;
import org.bouncycastle.asn1.x509.DistributionPoint;
import org.bouncycastle.asn1.x509.DistributionPointName;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.bc.BcX509ExtensionUtils;
import org.bouncycastle.operator.OperatorCreationException;

/**
 * A certificate authority, which issues certificates and CRLs by RFC 6487. Its files are in the folder {@code NAME/} of
 * the repository. Not thread-safe.
 */
final class Authority {
    private final String name;
    private final String folder;
    private final String certificateUri;
    private final KeyPair keys = Keys.generate();
    private final byte[] certificate;
    private long lastSerial;

    /** Creates a trust anchor, which signs itself. Its certificate is at the top of the repository. */
    Authority(String name, String repository, Validity validity, Resources resources) {
        this.name = name;
        folder = repository + name + "/";
        certificateUri = repository + name + ".cer";
        certificate = encoded(signed(draft(resources), validity));
    }

    /** Creates an authority below another one. Its certificate is in the folder of its issuer. */
    Authority(String name, String repository, Authority issuer, Validity validity, Resources resources) {
        this.name = name;
        folder = repository + name + "/";
        certificateUri = issuer.folder + name + ".cer";
        certificate = encoded(issuer.issue(draft(resources), validity));
    }

    private CertificateDraft draft(Resources resources) {
        return CertificateDraft.authority(name, publicKey(), resources, folder, uri(manifestName()));
    }

    String name() {
        return name;
    }

    String crlName() {
        return name + ".crl";
    }

    String manifestName() {
        return name + ".mft";
    }

    /** Returns the URI of a file of this authority. */
    String uri(String file) {
        return folder + file;
    }

    /** Returns the URI of the certificate of this authority. */
    String certificateUri() {
        return certificateUri;
    }

    SubjectPublicKeyInfo publicKey() {
        return Keys.publicKey(keys);
    }

    /** Returns the certificate of this authority in DER. */
    byte[] certificate() {
        return certificate.clone();
    }

    /** Issues a certificate (RFC 6487 sections 4.8.3, 4.8.6 and 4.8.7). */
    X509CertificateHolder issue(CertificateDraft draft, Validity validity) {
        GeneralName crl = new GeneralName(GeneralName.uniformResourceIdentifier, uri(crlName()));
        DistributionPointName names = new DistributionPointName(new GeneralNames(crl));
        AccessDescription issuer = CertificateDraft.access(AccessDescription.id_ad_caIssuers, certificateUri);
        return signed(
                draft.with(
                                Extension.authorityKeyIdentifier,
                                false,
                                new BcX509ExtensionUtils().createAuthorityKeyIdentifier(publicKey()))
                        .with(Extension.cRLDistributionPoints, false, new CRLDistPoint(new DistributionPoint[] {
                            new DistributionPoint(names, null, null)
                        }))
                        .with(Extension.authorityInfoAccess, false, new AuthorityInformationAccess(issuer)),
                validity);
    }

    private X509CertificateHolder signed(CertificateDraft draft, Validity validity) {
        try {
            lastSerial++;
            X509v3CertificateBuilder builder = new X509v3CertificateBuilder(
                    CertificateDraft.name(name),
                    BigInteger.valueOf(lastSerial),
                    validity.begin(),
                    validity.end(),
                    draft.subject(),
                    draft.key());
            for (Extension extension : draft.extensions()) {
                builder.addExtension(extension);
            }
            return builder.build(Keys.signer(keys.getPrivate()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Issues a CRL, and returns it in DER (RFC 6487 section 5). */
    byte[] crl(long number, Validity validity, Collection<BigInteger> revoked) {
        try {
            X509v2CRLBuilder builder = new X509v2CRLBuilder(CertificateDraft.name(name), validity.begin());
            builder.setNextUpdate(validity.end());
            for (BigInteger serial : revoked) {
                builder.addCRLEntry(serial, validity.begin(), 0);
            }
            builder.addExtension(
                    Extension.authorityKeyIdentifier,
                    false,
                    new BcX509ExtensionUtils().createAuthorityKeyIdentifier(publicKey()));
            builder.addExtension(Extension.cRLNumber, false, new ASN1Integer(number));
            return builder.build(Keys.signer(keys.getPrivate())).getEncoded();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] encoded(X509CertificateHolder certificate) {
        try {
            return certificate.getEncoded();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
