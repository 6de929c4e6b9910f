// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab;

import java.math.BigInteger;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/**
 * A router's key pair.
 *
 * @param secret the private scalar
 * @param routerKey the public half, as the RPKI publishes it
 */
public record LabKey(BigInteger secret, RouterKey routerKey) {
    public Bytes ski() {
        return routerKey.ski();
    }

    /** Without the private scalar. */
    @Override
    public String toString() {
        return "LabKey[" + routerKey + "]";
    }
}
