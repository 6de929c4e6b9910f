// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.List;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/** Looks up VRPs in the current RPKI set. */
@FunctionalInterface
public interface VrpLookup {
    /** Returns all VRPs whose prefix covers this prefix or equals it (RFC 6811 section 2, "Covered"). */
    List<Vrp> covering(Prefix prefix);
}
