// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.List;
import org.pathproof.wire.bgp.Update;

/** The rules about a whole UPDATE that carries BGPsec_PATH (RFC 8205 sections 2.2, 4.1 and 5.2). */
public final class UpdateRules {
    private UpdateRules() {}

    /**
     * What is wrong with the form of an update: both or neither of AS_PATH and BGPsec_PATH, more than one prefix, no
     * MP_REACH_NLRI, BGPsec not negotiated. Empty for an update that announces nothing, and for plain BGP in good form.
     *
     * @param bgpsecNegotiated whether the session negotiated BGPsec towards the receiver for the update's family
     */
    public static List<Finding> check(Update update, boolean bgpsecNegotiated) {
        throw new UnsupportedOperationException("being written: " + update + bgpsecNegotiated);
    }
}
