// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;

/** LARGE_COMMUNITIES (RFC 8092). */
public record LargeCommunities(int flags, List<LargeCommunity> values) implements PathAttribute {
    /** One large community; each part is an unsigned 32-bit number. */
    public record LargeCommunity(long globalAdministrator, long localData1, long localData2) {}

    @Override
    public int typeCode() {
        return LARGE_COMMUNITIES;
    }
}
