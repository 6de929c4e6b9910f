// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;

/** The well-known attributes that every announcement has (RFC 4271 section 5). */
final class MandatoryAttributes {
    private MandatoryAttributes() {}

    /**
     * Returns true for an announcement that lacks a mandatory attribute and is treated as a withdrawal (RFC 7606
     * section 3(d)).
     */
    static boolean areMissing(Update update, boolean internal) {
        boolean announces = !update.nlri().isEmpty()
                || update.find(MpReach.class)
                        .filter(reach ->
                                !reach.nlri().isEmpty() || !reach.otherNlri().isEmpty())
                        .isPresent();
        return announces
                && (!update.has(PathAttribute.ORIGIN)
                        || !update.has(PathAttribute.AS_PATH)
                        || !update.nlri().isEmpty() && !update.has(PathAttribute.NEXT_HOP)
                        || internal && !update.has(PathAttribute.LOCAL_PREF));
    }
}
