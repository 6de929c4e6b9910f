// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.List;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/** The router keys that are authorised now. */
@FunctionalInterface
public interface KeyLookup {
    /**
     * All keys of an AS with an SKI (there may be several); empty when there is none. A key is the same object each time, as long as it
     * is there: verifiers keep what they make of it.
     */
    List<RouterKey> keys(long asn, Bytes ski);
}
