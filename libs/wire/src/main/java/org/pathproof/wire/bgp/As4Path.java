// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;

/** AS4_PATH (RFC 6793), from a speaker of 2-octet AS numbers. */
public record As4Path(int flags, List<AsPath.Segment> segments) implements PathAttribute {
    @Override
    public int typeCode() {
        return AS4_PATH;
    }
}
