// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop.repository;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERGeneralizedTime;
import org.bouncycastle.asn1.DERIA5String;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.DERTaggedObject;
import org.bouncycastle.asn1.nist.NISTObjectIdentifiers;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.Vrp;

/** Contents of signed objects. */
final class Contents {
    private Contents() {}

    /** Returns a ROA with one prefix (RFC 9582 section 4). */
    static DERSequence roa(Vrp vrp) {
        List<ASN1Encodable> address = new ArrayList<>(List.of(Resources.bits(vrp.prefix())));
        if (vrp.maxLength() != vrp.prefix().length()) {
            address.add(new ASN1Integer(vrp.maxLength()));
        }
        return sequence(
                new ASN1Integer(vrp.asn()),
                sequence(sequence(
                        Resources.addressFamily(vrp.prefix().afi()),
                        sequence(sequence(address.toArray(ASN1Encodable[]::new))))));
    }

    /** Returns an ASPA with its providers in ascending order (ASPA profile, section 3). */
    static DERSequence aspa(Aspa aspa, AspaProfile profile) {
        ASN1Encodable customer = new ASN1Integer(aspa.customer());
        ASN1Encodable[] providers =
                aspa.providers().stream().sorted().map(ASN1Integer::new).toArray(ASN1Encodable[]::new);
        return switch (profile) {
            case CURRENT -> sequence(new DERTaggedObject(true, 0, new ASN1Integer(1)), customer, sequence(providers));
            case AFI_LIMITS -> {
                for (int i = 0; i < providers.length; i++) {
                    providers[i] = sequence(providers[i]);
                }
                yield sequence(customer, sequence(providers));
            }
        };
    }

    /**
     * Returns a manifest (RFC 9286 section 4.2).
     *
     * @param files all files of the authority except the manifest, by name
     */
    static DERSequence manifest(long number, Validity validity, SortedMap<String, PublishedFile> files) {
        List<ASN1Encodable> list = new ArrayList<>();
        for (Map.Entry<String, PublishedFile> file : files.entrySet()) {
            list.add(sequence(
                    new DERIA5String(file.getKey()),
                    new DERBitString(sha256(file.getValue().bytes().toArray()))));
        }
        return sequence(
                new ASN1Integer(number),
                new DERGeneralizedTime(validity.begin()),
                new DERGeneralizedTime(validity.end()),
                NISTObjectIdentifiers.id_sha256,
                sequence(list.toArray(ASN1Encodable[]::new)));
    }

    private static DERSequence sequence(ASN1Encodable... elements) {
        return new DERSequence(elements);
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
