// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.List;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/** The VRPs in force. */
@FunctionalInterface
public interface VrpLookup {
    /** All VRPs whose prefix covers {@code prefix}, itself included (RFC 6811 section 2, "Covered"). */
    List<Vrp> covering(Prefix prefix);
}
