// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.bgpsec;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.bgpsec.KeyLookup;
import org.pathproof.research.schemes.KeyDirectory;
import org.pathproof.research.schemes.PublishedKeys;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/** Router keys of a directory. The published material of an AS is its SubjectPublicKeyInfo in DER. */
final class PublishedRouterKeys implements KeyLookup {
    private final Map<Long, RouterKey> keys = new HashMap<>();

    private PublishedRouterKeys() {}

    static PublishedRouterKeys of(KeyDirectory directory) {
        PublishedRouterKeys lookup = new PublishedRouterKeys();
        for (PublishedKeys published : directory.all()) {
            long asn = published.identity().asn();
            lookup.keys.put(asn, new RouterKey(asn, ski(published.material()), published.material()));
        }
        return lookup;
    }

    /** Returns the SHA-1 of the uncompressed point, which is the end of the encoding (RFC 8608 section 3.1). */
    static Bytes ski(Bytes spki) {
        int point = spki.length() > 100 ? Curve.P384.pointBytes : Curve.P256.pointBytes;
        try {
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            spki.from(Math.max(0, spki.length() - point)).addTo(sha1);
            return Bytes.wrap(sha1.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }

    @Override
    public List<RouterKey> keys(long asn, Bytes ski) {
        RouterKey key = keys.get(asn);
        return key != null && key.ski().equals(ski) ? List.of(key) : List.of();
    }
}
