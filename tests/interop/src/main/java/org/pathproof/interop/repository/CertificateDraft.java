// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop.repository;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERPrintableString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.AccessDescription;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.CertificatePolicies;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.PolicyInformation;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.bc.BcX509ExtensionUtils;
import org.pathproof.wire.rpki.RouterKey;

/** The part of a certificate that its subject determines (RFC 6487 section 4). The issuer adds the rest. */
final class CertificateDraft {
    private final X500Name subject;
    private final SubjectPublicKeyInfo key;
    private final Map<ASN1ObjectIdentifier, Extension> extensions = new LinkedHashMap<>();

    private CertificateDraft(String commonName, SubjectPublicKeyInfo key, int usage, Resources resources) {
        this.subject = name(commonName);
        this.key = key;
        with(Extension.subjectKeyIdentifier, false, new BcX509ExtensionUtils().createSubjectKeyIdentifier(key));
        with(Extension.keyUsage, true, new KeyUsage(usage));
        with(Extension.certificatePolicies, true, new CertificatePolicies(new PolicyInformation(Oids.POLICY)));
        resources.extensions().forEach((extension, value) -> with(extension, true, value));
    }

    /**
     * Returns the draft of an authority.
     *
     * @param folder URI of the folder of its files
     * @param manifest URI of its manifest
     */
    static CertificateDraft authority(
            String commonName, SubjectPublicKeyInfo key, Resources resources, String folder, String manifest) {
        return new CertificateDraft(commonName, key, KeyUsage.keyCertSign | KeyUsage.cRLSign, resources)
                .with(Extension.basicConstraints, true, new BasicConstraints(true))
                .with(Extension.subjectInfoAccess, false, new DERSequence(new ASN1Encodable[] {
                    access(Oids.CA_REPOSITORY, folder), access(Oids.RPKI_MANIFEST, manifest)
                }));
    }

    /**
     * Returns the draft of a certificate for one signed object.
     *
     * @param object URI of the signed object
     */
    static CertificateDraft signer(String commonName, SubjectPublicKeyInfo key, Resources resources, String object) {
        return new CertificateDraft(commonName, key, KeyUsage.digitalSignature, resources)
                .with(Extension.subjectInfoAccess, false, new DERSequence(access(Oids.SIGNED_OBJECT, object)));
    }

    /** Returns the draft of a router certificate (RFC 8209 section 3.1). */
    static CertificateDraft router(RouterKey router) {
        return new CertificateDraft(
                        String.format(Locale.ROOT, "ROUTER-%08X", router.asn()),
                        SubjectPublicKeyInfo.getInstance(router.spki().toArray()),
                        KeyUsage.digitalSignature,
                        Resources.of(router.asn()))
                .with(
                        Extension.extendedKeyUsage,
                        false,
                        new ExtendedKeyUsage(KeyPurposeId.getInstance(Oids.BGPSEC_ROUTER)));
    }

    /** Returns a name of one printable string (RFC 6487 section 4.4). */
    static X500Name name(String commonName) {
        return new X500NameBuilder()
                .addRDN(BCStyle.CN, new DERPrintableString(commonName))
                .build();
    }

    static AccessDescription access(ASN1ObjectIdentifier method, String uri) {
        return new AccessDescription(method, new GeneralName(GeneralName.uniformResourceIdentifier, uri));
    }

    CertificateDraft with(ASN1ObjectIdentifier extension, boolean critical, ASN1Encodable value) {
        try {
            extensions.put(
                    extension,
                    new Extension(extension, critical, value.toASN1Primitive().getEncoded()));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    X500Name subject() {
        return subject;
    }

    SubjectPublicKeyInfo key() {
        return key;
    }

    Iterable<Extension> extensions() {
        return extensions.values();
    }
}
