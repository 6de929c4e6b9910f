// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.VersionedRpkiSet;

/**
 * The data of a server at one moment, which its sessions share. The whole set is encoded once for all routers of a
 * version and a content, because all routers request it when they reconnect to a restarted server.
 */
final class RtrView {
    private final VersionedRpkiSet versions;
    private final Map<RtrContent, EncodedPdus> announced = new HashMap<>();
    private final Map<RtrContent, EncodedPdus> withdrawn = new HashMap<>();
    private @Nullable RtrPayload ordered;

    RtrView(VersionedRpkiSet versions) {
        this.versions = versions;
    }

    VersionedRpkiSet versions() {
        return versions;
    }

    /** Returns the whole set for a protocol version. The set is put in order and encoded at the first call. */
    EncodedPdus whole(int version, RtrContent content) {
        return all(version, content, true);
    }

    /** Returns the withdrawal of the whole set for a protocol version, for routers whose data have expired. */
    EncodedPdus withdrawal(int version, RtrContent content) {
        return all(version, content, false);
    }

    private synchronized EncodedPdus all(int version, RtrContent content, boolean announce) {
        RtrContent effective = new RtrContent(version, content.hasRouterKeys(version), content.hasAspas(version));
        return (announce ? announced : withdrawn).computeIfAbsent(effective, what -> {
            RtrPayload all = ordered();
            RtrPayload payload = new RtrPayload(
                    all.vrps(), what.routerKeys() ? all.keys() : List.of(), what.aspas() ? all.aspas() : List.of());
            return EncodedPdus.of(payload.size(), i -> PayloadOrder.pdu(payload.get(i), announce, version));
        });
    }

    private RtrPayload ordered() {
        RtrPayload known = ordered;
        if (known == null) {
            RpkiSet set = versions.current();
            known = new RtrPayload(
                    PayloadOrder.sorted(set.allVrps()),
                    List.copyOf(set.allRouterKeys()),
                    set.allAspas().stream().filter(PayloadOrder::isSent).toList());
            ordered = known;
        }
        return known;
    }
}
