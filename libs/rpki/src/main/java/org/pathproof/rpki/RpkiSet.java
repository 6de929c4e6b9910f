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

/** An immutable set of router keys, VRPs and ASPAs at a serial. A complete set: what is not in it does not exist now. */
public interface RpkiSet {
    Serial serial();

    /** The RTR session id that serials of this set belong to (RFC 8210 section 5.1), 0..65535. */
    int sessionId();

    /** All keys of an AS with an SKI. Fits {@code KeyLookup} of libs/bgpsec. */
    List<RouterKey> routerKeys(long asn, Bytes ski);

    /** All VRPs whose prefix covers {@code prefix}, itself included. Fits {@code VrpLookup} of libs/bgpsec. */
    List<Vrp> covering(Prefix prefix);

    Optional<Aspa> aspa(long customer);

    Collection<RouterKey> allRouterKeys();

    Collection<Vrp> allVrps();

    Collection<Aspa> allAspas();

    boolean contains(RpkiObject object);
}
