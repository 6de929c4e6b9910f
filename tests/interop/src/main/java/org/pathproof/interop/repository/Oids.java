// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop.repository;

import org.bouncycastle.asn1.ASN1ObjectIdentifier;

/** Object identifiers of the RPKI. */
final class Oids {
    private static final String CONTENT_TYPES = "1.2.840.113549.1.9.16.1.";
    private static final String PKIX = "1.3.6.1.5.5.7.";

    /** Content types of signed objects: RFC 9582 section 3, RFC 9286 section 4.1, and the ASPA profile, section 2. */
    static final ASN1ObjectIdentifier ROA = new ASN1ObjectIdentifier(CONTENT_TYPES + "24");

    static final ASN1ObjectIdentifier MANIFEST = new ASN1ObjectIdentifier(CONTENT_TYPES + "26");
    static final ASN1ObjectIdentifier ASPA = new ASN1ObjectIdentifier(CONTENT_TYPES + "49");

    /** Extensions of RFC 3779. */
    static final ASN1ObjectIdentifier IP_RESOURCES = new ASN1ObjectIdentifier(PKIX + "1.7");

    static final ASN1ObjectIdentifier AS_RESOURCES = new ASN1ObjectIdentifier(PKIX + "1.8");

    /** Access methods of the extension Subject Information Access (RFC 6487 section 4.8.8). */
    static final ASN1ObjectIdentifier CA_REPOSITORY = new ASN1ObjectIdentifier(PKIX + "48.5");

    static final ASN1ObjectIdentifier RPKI_MANIFEST = new ASN1ObjectIdentifier(PKIX + "48.10");
    static final ASN1ObjectIdentifier SIGNED_OBJECT = new ASN1ObjectIdentifier(PKIX + "48.11");

    /** The certificate policy of the RPKI (RFC 6484 section 1.2). */
    static final ASN1ObjectIdentifier POLICY = new ASN1ObjectIdentifier(PKIX + "14.2");

    /** The extended key usage of router certificates (RFC 8209 section 3.1.3.2). */
    static final ASN1ObjectIdentifier BGPSEC_ROUTER = new ASN1ObjectIdentifier(PKIX + "3.30");

    private Oids() {}
}
