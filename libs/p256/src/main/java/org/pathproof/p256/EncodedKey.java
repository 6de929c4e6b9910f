// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.security.PublicKey;

/** A key with its own copy of a SubjectPublicKeyInfo. */
@SuppressWarnings({"serial", "ArrayRecordComponent"}) // it is neither serialized nor compared
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
