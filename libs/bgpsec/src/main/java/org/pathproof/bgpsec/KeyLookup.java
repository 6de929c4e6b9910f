// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.List;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/** Looks up the authorised router keys. */
@FunctionalInterface
public interface KeyLookup {
    /**
     * Returns all keys of an AS with an SKI, or an empty list. While a key is authorised, each call returns the same
     * object for the key, because verifiers cache parsed keys per object.
     */
    List<RouterKey> keys(long asn, Bytes ski);
}
