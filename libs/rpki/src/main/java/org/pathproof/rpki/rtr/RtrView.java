// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.util.List;
import org.pathproof.rpki.VersionedRpkiSet;
import org.pathproof.wire.rpki.Vrp;

/** What a server answers from at one moment; shared by its sessions. */
final class RtrView {
    private final VersionedRpkiSet versions;
    private volatile List<Vrp> sorted = List.of();

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

    /** The VRPs in the order of {@link PayloadOrder}, sorted when first needed. */
    List<Vrp> vrps() {
        List<Vrp> vrps = sorted;
        if (vrps.size() != versions.current().allVrps().size()) {
            vrps = PayloadOrder.sorted(versions.current().allVrps());
            sorted = vrps;
        }
        return vrps;
    }
}
