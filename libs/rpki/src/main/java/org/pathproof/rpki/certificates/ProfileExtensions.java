// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.certificates;

import java.math.BigInteger;
import java.security.cert.CertificateException;
import java.util.Arrays;
import java.util.Set;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.Extensions;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;

/**
 * Extensions of a certificate, and the rules for them: RFC 8209 section 3.1.3 for routers, RFC 6487 section 4.8 for
 * authorities. Certificates of private authorities need no CRL distribution points, policies or access information.
 */
final class ProfileExtensions {
    /** Maximum number of ASes of a router certificate. */
    static final int MAX_ASES = 256;

    private static final ASN1ObjectIdentifier IP_ADDRESSES = new ASN1ObjectIdentifier("1.3.6.1.5.5.7.1.7");
    private static final ASN1ObjectIdentifier AS_IDENTIFIERS = new ASN1ObjectIdentifier("1.3.6.1.5.5.7.1.8");
    private static final KeyPurposeId BGPSEC_ROUTER =
            KeyPurposeId.getInstance(new ASN1ObjectIdentifier("1.3.6.1.5.5.7.3.30"));
    private static final Set<ASN1ObjectIdentifier> KNOWN = Set.of(
            IP_ADDRESSES,
            AS_IDENTIFIERS,
            Extension.basicConstraints,
            Extension.keyUsage,
            Extension.extendedKeyUsage,
            Extension.certificatePolicies,
            Extension.subjectKeyIdentifier,
            Extension.authorityKeyIdentifier);
    private static final int MAX_PATH_LENGTH = 1_000;
    private static final int SKI_BYTES = 20;

    private final Extensions extensions;
    private final KeyUsage keyUsage;
    private final @Nullable BasicConstraints constraints;
    private final NumberResources resources;

    private ProfileExtensions(Extensions extensions) throws CertificateException {
        this.extensions = extensions;
        for (ASN1ObjectIdentifier each : extensions.getExtensionOIDs()) {
            if (!KNOWN.contains(each) && extensions.getExtension(each).isCritical()) {
                throw new CertificateException("the critical extension " + each + " is not supported");
            }
        }
        for (ASN1ObjectIdentifier each : KNOWN) {
            Extension present = extensions.getExtension(each);
            if (present != null) {
                DerForm.check(present.getExtnValue().getOctets());
            }
        }
        Extension usage = required(Extension.keyUsage, "key usage", true);
        this.keyUsage = KeyUsage.getInstance(usage.getParsedValue());
        this.constraints = BasicConstraints.fromExtensions(extensions);
        this.resources =
                ResourceExtensions.read(extensions.getExtension(AS_IDENTIFIERS), extensions.getExtension(IP_ADDRESSES));
    }

    /** Reads the extensions, and checks the rules that all certificates have. */
    static ProfileExtensions of(Extensions extensions) throws CertificateException {
        return new ProfileExtensions(extensions);
    }

    boolean isAuthority() {
        return constraints != null && constraints.isCA();
    }

    /** Checks the rules for a router certificate. */
    void checkRouter() throws CertificateException {
        requireAbsent(Extension.basicConstraints, "basic constraints", "RFC 8209 section 3.1.3.1");
        requireAbsent(Extension.subjectInfoAccess, "subject information access", "RFC 8209 section 3.1.3.3");
        requireAbsent(IP_ADDRESSES, "IP resources", "RFC 8209 section 3.1.3.4");
        Extension purposes = required(Extension.extendedKeyUsage, "extended key usage", false);
        if (!ExtendedKeyUsage.getInstance(purposes.getParsedValue()).hasKeyPurposeId(BGPSEC_ROUTER)) {
            throw new CertificateException(
                    "the extended key usage lacks id-kp-bgpsec-router (RFC 8209 section 3.1.3.2)");
        }
        if (!hasOnly(KeyUsage.digitalSignature)) {
            throw new CertificateException("the key usage is not digitalSignature alone (RFC 6487 section 4.8.4)");
        }
        required(AS_IDENTIFIERS, "AS resources", true);
        if (resources.inheritsAny()) {
            throw new CertificateException("the AS resources are inherited (RFC 8209 section 3.1.3.5)");
        }
        if (resources.asCount().compareTo(BigInteger.valueOf(MAX_ASES)) > 0) {
            throw new CertificateException(
                    "the AS resources have " + resources.asCount() + " ASes, more than " + MAX_ASES);
        }
        if (authorityKey() == null) {
            throw new CertificateException(
                    "the extension authority key identifier is missing (RFC 6487 section 4.8.3)");
        }
    }

    /** Checks the rules for the certificate of an authority. */
    void checkAuthority() throws CertificateException {
        required(Extension.basicConstraints, "basic constraints", true);
        requireAbsent(Extension.extendedKeyUsage, "extended key usage", "RFC 6487 section 4.8.5");
        if (!keyUsage.hasUsages(KeyUsage.keyCertSign)) {
            throw new CertificateException("the key usage lacks keyCertSign (RFC 6487 section 4.8.4)");
        }
        for (ASN1ObjectIdentifier each : Set.of(AS_IDENTIFIERS, IP_ADDRESSES)) {
            Extension present = extensions.getExtension(each);
            if (present != null && !present.isCritical()) {
                throw new CertificateException("resources must be critical (RFC 6487 section 4.8.10)");
            }
        }
    }

    private boolean hasOnly(int usage) {
        return Arrays.equals(keyUsage.getBytes(), new KeyUsage(usage).getBytes());
    }

    boolean signsCrls() {
        return keyUsage.hasUsages(KeyUsage.cRLSign);
    }

    NumberResources resources() {
        return resources;
    }

    /** Returns the number of authorities that may follow in a chain. */
    int pathLength() {
        BigInteger length = constraints == null ? null : constraints.getPathLenConstraint();
        return length == null
                ? MAX_PATH_LENGTH
                : length.min(BigInteger.valueOf(MAX_PATH_LENGTH)).intValue();
    }

    /** Returns the Subject Key Identifier. */
    Bytes subjectKey() throws CertificateException {
        Extension present = required(Extension.subjectKeyIdentifier, "subject key identifier", false);
        return identifier(
                SubjectKeyIdentifier.getInstance(present.getParsedValue()).getKeyIdentifier());
    }

    /** Returns the key identifier of the issuer; null if the extension is absent. */
    @Nullable
    Bytes authorityKey() throws CertificateException {
        AuthorityKeyIdentifier present = AuthorityKeyIdentifier.fromExtensions(extensions);
        if (present == null) {
            return null;
        }
        if (present.getKeyIdentifierObject() == null) {
            throw new CertificateException(
                    "the authority key identifier has no key identifier (RFC 6487 section 4.8.3)");
        }
        return identifier(present.getKeyIdentifierObject().getOctets());
    }

    private static Bytes identifier(byte[] bytes) throws CertificateException {
        if (bytes.length != SKI_BYTES) {
            throw new CertificateException("a key identifier has " + bytes.length + " bytes, not " + SKI_BYTES);
        }
        return Bytes.wrap(bytes);
    }

    private void requireAbsent(ASN1ObjectIdentifier identifier, String name, String rule) throws CertificateException {
        if (extensions.getExtension(identifier) != null) {
            throw new CertificateException("the extension " + name + " is not permitted (" + rule + ")");
        }
    }

    private Extension required(ASN1ObjectIdentifier identifier, String name, boolean critical)
            throws CertificateException {
        Extension present = extensions.getExtension(identifier);
        if (present == null) {
            throw new CertificateException("the extension " + name + " is missing");
        }
        if (present.isCritical() != critical) {
            throw new CertificateException(
                    "the extension " + name + (critical ? " is not critical" : " is critical, which is not permitted"));
        }
        return present;
    }
}
