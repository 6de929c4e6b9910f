// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.VersionedRpkiSet;

/** What a server answers from at one moment; shared by its sessions. */
final class RtrView {
    private final VersionedRpkiSet versions;
    private @Nullable RtrPayload ordered;

    RtrView(VersionedRpkiSet versions) {
        this.versions = versions;
    }

    VersionedRpkiSet versions() {
        return versions;
    }

    /** The session id of a protocol version: each has another (RFC 8210 section 5.1), and it is the same in every replica. */
    int sessionId(int version) {
        return versions.current().sessionId() + 0x4000 * version & 0xffff;
    }

    /** The whole set for a protocol version, put in order once, when first needed. */
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
