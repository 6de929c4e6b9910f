// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab;

import java.math.BigInteger;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/**
 * The key pair of a router.
 *
 * @param secret the private scalar
 * @param routerKey the public key, as the RPKI publishes it
 */
public record LabKey(BigInteger secret, RouterKey routerKey) {
    public Bytes ski() {
        return routerKey.ski();
    }

    /** Omits the private scalar. */
    @Override
    public String toString() {
        return "LabKey[" + routerKey + "]";
    }
}
