// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.security.PublicKey;

/** A SubjectPublicKeyInfo that nobody else holds. Its array is its own. */
@SuppressWarnings({"serial", "ArrayRecordComponent"}) // nobody serialises or compares it
record EncodedKey(byte[] spki) implements PublicKey {
    @Override
    public String getAlgorithm() {
        return "EC";
    }

    @Override
    public String getFormat() {
        return "X.509";
    }

    @Override
    public byte[] getEncoded() {
        return spki;
    }
}
