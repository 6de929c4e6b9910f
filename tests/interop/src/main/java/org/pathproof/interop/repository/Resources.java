// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop.repository;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.DERTaggedObject;
import org.pathproof.wire.Prefix;

/**
 * Number resources of a certificate, as the extensions of RFC 3779. An extension without resources is absent, as RFC
 * 6487 sections 4.8.10 and 4.8.11 require.
 *
 * @param extensions values by the identifier of the extension
 */
record Resources(Map<ASN1ObjectIdentifier, ASN1Encodable> extensions) {
    private static final int[] FAMILIES = {1, 2};

    /** AS numbers from {@code first} to {@code last}. */
    record AsRange(long first, long last) {
        ASN1Encodable encoded() {
            return first == last
                    ? new ASN1Integer(first)
                    : new DERSequence(new ASN1Encodable[] {new ASN1Integer(first), new ASN1Integer(last)});
        }
    }

    /** Returns all resources of the issuer (RFC 3779 sections 2.2.3.5 and 3.2.3.3). */
    static Resources inherited() {
        List<ASN1Encodable> families = new ArrayList<>();
        for (int family : FAMILIES) {
            families.add(new DERSequence(new ASN1Encodable[] {addressFamily(family), DERNull.INSTANCE}));
        }
        return of(families, DERNull.INSTANCE);
    }

    /** Returns one prefix. */
    static Resources of(Prefix prefix) {
        return of(List.of(prefix), List.of());
    }

    /** Returns one AS number. */
    static Resources of(long asn) {
        return of(List.of(), List.of(new AsRange(asn, asn)));
    }

    /** Returns prefixes and ranges of AS numbers. Neither overlaps, nor is adjacent to, another one of its list. */
    static Resources of(List<Prefix> prefixes, List<AsRange> asns) {
        List<ASN1Encodable> families = new ArrayList<>();
        for (int family : FAMILIES) {
            ASN1Encodable[] addresses = prefixes.stream()
                    .filter(prefix -> prefix.afi() == family)
                    .sorted()
                    .map(Resources::bits)
                    .toArray(ASN1Encodable[]::new);
            if (addresses.length > 0) {
                families.add(new DERSequence(new ASN1Encodable[] {addressFamily(family), new DERSequence(addresses)}));
            }
        }
        ASN1Encodable numbers =
                new DERSequence(asns.stream().map(AsRange::encoded).toArray(ASN1Encodable[]::new));
        return of(families, asns.isEmpty() ? new DERSequence() : numbers);
    }

    private static Resources of(List<ASN1Encodable> families, ASN1Encodable asns) {
        Map<ASN1ObjectIdentifier, ASN1Encodable> extensions = new LinkedHashMap<>();
        if (!families.isEmpty()) {
            extensions.put(Oids.IP_RESOURCES, new DERSequence(families.toArray(ASN1Encodable[]::new)));
        }
        if (!(asns instanceof DERSequence numbers && numbers.size() == 0)) {
            extensions.put(Oids.AS_RESOURCES, new DERSequence(new DERTaggedObject(true, 0, asns)));
        }
        return new Resources(extensions);
    }

    /** Returns an address family of RFC 3779 section 2.2.3.3, which ROAs use, too. */
    static DEROctetString addressFamily(int afi) {
        return new DEROctetString(new byte[] {0, (byte) afi});
    }

    /** Returns a prefix as a bit string of its length (RFC 3779 section 2.2.3.8). */
    static DERBitString bits(Prefix prefix) {
        byte[] bytes = prefix.nlriBytes();
        return new DERBitString(bytes, 8 * bytes.length - prefix.length());
    }
}
