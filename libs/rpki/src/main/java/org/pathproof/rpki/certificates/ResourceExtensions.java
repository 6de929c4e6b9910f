// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.certificates;

import java.math.BigInteger;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.ASN1BitString;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1Null;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.ASN1Sequence;
import org.bouncycastle.asn1.ASN1TaggedObject;
import org.bouncycastle.asn1.x509.Extension;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.certificates.NumberResources.Family;
import org.pathproof.rpki.certificates.NumberResources.Range;

/** Reads the extensions of RFC 3779: IP address blocks (section 2) and AS identifiers (section 3). */
final class ResourceExtensions {
    private static final int AS_NUMBERS = 0;
    private static final int AFI_BYTES = 2;

    private final NumberResources.Builder resources = new NumberResources.Builder();

    private ResourceExtensions() {}

    /** Reads both extensions; null stands for an absent one. The values have the form of {@link DerForm}. */
    static NumberResources read(@Nullable Extension asIdentifiers, @Nullable Extension ipAddresses)
            throws CertificateException {
        ResourceExtensions reader = new ResourceExtensions();
        if (asIdentifiers != null) {
            reader.readAsIdentifiers(asIdentifiers.getParsedValue());
        }
        if (ipAddresses != null) {
            reader.readIpAddresses(ipAddresses.getParsedValue());
        }
        return reader.resources.build();
    }

    private void readAsIdentifiers(ASN1Encodable value) throws CertificateException {
        ASN1Sequence choices = ASN1Sequence.getInstance(value);
        if (choices.size() != 1) {
            throw new CertificateException("the AS resources must be AS numbers, without routing domain identifiers"
                    + " (RFC 6487 section 4.8.11)");
        }
        ASN1TaggedObject tagged = ASN1TaggedObject.getInstance(choices.getObjectAt(0));
        if (!tagged.hasContextTag(AS_NUMBERS)) {
            throw new CertificateException("the AS resources are routing domain identifiers (RFC 6487 section 4.8.11)");
        }
        ASN1Encodable choice = tagged.getExplicitBaseObject();
        if (choice instanceof ASN1Null) {
            requireAccepted(resources.inherit(Family.AS));
            return;
        }
        List<Range> ranges = new ArrayList<>();
        for (ASN1Encodable each : ASN1Sequence.getInstance(choice)) {
            if (each instanceof ASN1Integer one) {
                ranges.add(new Range(one.getValue(), one.getValue()));
            } else {
                ASN1Sequence pair = pair(each);
                ranges.add(new Range(
                        ASN1Integer.getInstance(pair.getObjectAt(0)).getValue(),
                        ASN1Integer.getInstance(pair.getObjectAt(1)).getValue()));
            }
        }
        requireAccepted(resources.add(Family.AS, ranges));
    }

    private void readIpAddresses(ASN1Encodable value) throws CertificateException {
        for (ASN1Encodable each : ASN1Sequence.getInstance(value)) {
            ASN1Sequence block = pair(each);
            Family family =
                    family(ASN1OctetString.getInstance(block.getObjectAt(0)).getOctets());
            if (block.getObjectAt(1) instanceof ASN1Null) {
                requireAccepted(resources.inherit(family));
                continue;
            }
            List<Range> ranges = new ArrayList<>();
            for (ASN1Encodable range : ASN1Sequence.getInstance(block.getObjectAt(1))) {
                if (range instanceof ASN1BitString prefix) {
                    ranges.add(new Range(bound(prefix, family, false), bound(prefix, family, true)));
                } else {
                    ASN1Sequence pair = pair(range);
                    ranges.add(new Range(
                            bound(ASN1BitString.getInstance(pair.getObjectAt(0)), family, false),
                            bound(ASN1BitString.getInstance(pair.getObjectAt(1)), family, true)));
                }
            }
            requireAccepted(resources.add(family, ranges));
        }
    }

    private static Family family(byte[] identifier) throws CertificateException {
        if (identifier.length == AFI_BYTES && identifier[0] == 0 && identifier[1] == 1) {
            return Family.IPV4;
        }
        if (identifier.length == AFI_BYTES && identifier[0] == 0 && identifier[1] == 2) {
            return Family.IPV6;
        }
        throw new CertificateException(
                "the IP resources have a family other than IPv4 and IPv6, or a SAFI (RFC 6487 section 4.8.10)");
    }

    /** Returns the lowest address of a bit string, or the highest one (RFC 3779 section 2.1.2). */
    private static BigInteger bound(ASN1BitString bits, Family family, boolean highest) throws CertificateException {
        byte[] bytes = bits.getBytes();
        int length = 8 * bytes.length - bits.getPadBits();
        if (length > family.bits()) {
            throw new CertificateException("an address has " + length + " bits, more than " + family.bits());
        }
        BigInteger value = new BigInteger(1, bytes).shiftRight(bits.getPadBits());
        int missing = family.bits() - length;
        BigInteger low = value.shiftLeft(missing);
        return highest ? low.add(BigInteger.ONE.shiftLeft(missing).subtract(BigInteger.ONE)) : low;
    }

    private static ASN1Sequence pair(ASN1Encodable value) throws CertificateException {
        ASN1Sequence sequence = ASN1Sequence.getInstance(value);
        if (sequence.size() != 2) {
            throw new CertificateException("the resources have an element with " + sequence.size() + " parts, not 2");
        }
        return sequence;
    }

    /** @throws CertificateException if {@code reason} names a reason for a refusal */
    private static void requireAccepted(Optional<String> reason) throws CertificateException {
        if (reason.isPresent()) {
            throw new CertificateException(reason.get());
        }
    }
}
