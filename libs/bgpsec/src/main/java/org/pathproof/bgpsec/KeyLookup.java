// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.List;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/** Looks up the authorised router keys. */
@FunctionalInterface
public interface KeyLookup {
    /**
     * Returns all keys of an AS with an SKI, or an empty list. Returns the same object for a key each time while the
     * key is authorised, because verifiers keep parsed keys by object.
     */
    List<RouterKey> keys(long asn, Bytes ski);
}
