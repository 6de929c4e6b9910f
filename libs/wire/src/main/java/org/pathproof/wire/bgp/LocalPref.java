// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

/** LOCAL_PREF (RFC 4271 section 5.1.5). */
public record LocalPref(int flags, long preference) implements PathAttribute {
    @Override
    public int typeCode() {
        return LOCAL_PREF;
    }
}
