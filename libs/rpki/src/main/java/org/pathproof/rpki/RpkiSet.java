// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/** An immutable, complete set of router keys, VRPs and ASPAs at a serial. */
public interface RpkiSet {
    Serial serial();

    /** Returns the RTR session id of this set's serials (RFC 8210 section 5.1), 0 to 65535. */
    int sessionId();

    /** Returns all keys of an AS with an SKI. A reference to this method is a {@code KeyLookup} of libs/bgpsec. */
    List<RouterKey> routerKeys(long asn, Bytes ski);

    /**
     * Returns all VRPs whose prefix covers {@code prefix} or equals it. A reference to this method is a {@code
     * VrpLookup} of libs/bgpsec.
     */
    List<Vrp> covering(Prefix prefix);

    Optional<Aspa> aspa(long customer);

    Collection<RouterKey> allRouterKeys();

    Collection<Vrp> allVrps();

    Collection<Aspa> allAspas();

    boolean contains(RpkiObject object);
}
