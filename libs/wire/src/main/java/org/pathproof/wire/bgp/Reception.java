// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

/**
 * The circumstances under which an UPDATE was received, as far as the handling of errors depends on them.
 *
 * @param sender kind of the peer
 * @param afterPolicy true if the policy of the receiver may have changed attributes: the post-policy Adj-RIB-In
 * @param fourOctetAs true if both sides have the 4-octet AS capability (RFC 6793)
 * @param bgpsec true if BGPsec_PATH may replace AS_PATH (RFC 8205). The caller then checks that a path is present
 * @param asSetsAllowed true if the operator accepts AS_SET and AS_CONFED_SET from the peer (RFC 9774 section 3)
 */
public record Reception(
        Sender sender, boolean afterPolicy, boolean fourOctetAs, boolean bgpsec, boolean asSetsAllowed) {
    /** Returns the circumstances of an UPDATE as the peer sent it, on a session without BGPsec. */
    public static Reception from(Sender sender, boolean fourOctetAs) {
        return new Reception(sender, false, fourOctetAs, false, false);
    }

    /** Returns the same circumstances on a session that may carry BGPsec_PATH. */
    public Reception withBgpsec() {
        return new Reception(sender, afterPolicy, fourOctetAs, true, asSetsAllowed);
    }
}
