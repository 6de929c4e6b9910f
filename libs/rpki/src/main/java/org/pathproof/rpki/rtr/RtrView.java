// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.VersionedRpkiSet;

/** The data of a server at one moment, which its sessions share. */
final class RtrView {
    private final VersionedRpkiSet versions;
    private @Nullable RtrPayload ordered;

    RtrView(VersionedRpkiSet versions) {
        this.versions = versions;
    }

    VersionedRpkiSet versions() {
        return versions;
    }

    /**
     * Returns the session id of a protocol version. Each version has a separate session id (RFC 8210 section 5.1),
     * which is equal in all replicas.
     */
    int sessionId(int version) {
        return versions.current().sessionId() + 0x4000 * version & 0xffff;
    }

    /** Returns the whole set for a protocol version. The set is put in order at the first call. */
    RtrPayload payload(int version, boolean routerKeys) {
        RtrPayload all = ordered();
        return new RtrPayload(
                all.vrps(),
                routerKeys && version >= 1 ? all.keys() : List.of(),
                version >= 2 ? all.aspas() : List.of());
    }

    private synchronized RtrPayload ordered() {
        RtrPayload known = ordered;
        if (known == null) {
            RpkiSet set = versions.current();
            known = new RtrPayload(
                    PayloadOrder.sorted(set.allVrps()), List.copyOf(set.allRouterKeys()), List.copyOf(set.allAspas()));
            ordered = known;
        }
        return known;
    }
}
