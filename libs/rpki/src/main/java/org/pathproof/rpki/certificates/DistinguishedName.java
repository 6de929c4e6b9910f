// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.certificates;

import java.io.IOException;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.x500.X500Name;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.NetworkText;

/**
 * The name of a subject or issuer. Names are equal if their bytes are: authorities encode their name in the same way in
 * their own certificate and in those that they issue (RFC 5280 section 4.1.2.6).
 */
record DistinguishedName(Bytes der) {
    /**
     * Returns the name.
     *
     * @throws RuntimeException if Bouncy Castle cannot decode its text
     */
    static DistinguishedName of(X500Name name) throws IOException {
        DistinguishedName made = new DistinguishedName(Bytes.wrap(name.getEncoded(ASN1Encoding.DER)));
        if (made.toString().isEmpty()) {
            throw new IOException("a subject or issuer has no name");
        }
        return made;
    }

    /** Returns the name for an operator, without invisible characters. */
    @Override
    public String toString() {
        return NetworkText.name(X500Name.getInstance(der.toArray()).toString());
    }
}
