// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.Locale;

/** The rules that a finding can name. Labels are stable, because metrics, the REST API and scripts use them. */
public enum Rule {
    SIGNATURE_MISMATCH("The signature does not verify under any authorised key (RFC 8205 section 5.2 step 4)."),
    KEY_NOT_FOUND("The RPKI holds no router key with this AS and SKI (RFC 8205 section 5.2 step 2)."),
    KEY_WITHDRAWN("The router key that verified this hop was withdrawn from the RPKI (RFC 8205 section 5)."),
    KEY_MALFORMED("The router key is not a valid public key of the algorithm suite (RFC 8608 section 3.1)."),
    SIGNATURE_MALFORMED("The signature is not an ECDSA-Sig-Value in DER (RFC 8608 section 4)."),
    UNSUPPORTED_SUITE("The Signature_Block uses an algorithm suite that is not supported (RFC 8205 section 5.2)."),
    INVALID_SUITE(
            "Algorithm suite 0 or 255, which must not be used (RFC 8608 section 2.1), or two Signature_Blocks of one suite (RFC 8205 section 3)."),
    SEGMENT_COUNT_MISMATCH(
            "A Signature_Block does not have one signature for each Secure_Path Segment (RFC 8205 section 5.2 check 3)."),
    ATTRIBUTE_TRUNCATED("The BGPsec_PATH attribute ends before its content does (RFC 8205 section 5.2 check 1)."),
    ATTRIBUTE_TRAILING_BYTES("The BGPsec_PATH attribute has bytes after its content (RFC 8205 section 5.2 check 1)."),
    ATTRIBUTE_MALFORMED(
            "A path attribute has a fault for which the route counts as withdrawn (RFC 7606; attribute-errors.md)."),
    ATTRIBUTE_MISSING("A mandatory attribute is missing, and the route counts as withdrawn (RFC 7606 section 3(d))."),
    AS_ZERO("AS 0 is in the path, and the route counts as withdrawn (RFC 7607 section 2)."),
    AS_PATH_AND_BGPSEC_PATH("The UPDATE carries both AS_PATH and BGPsec_PATH (RFC 8205 section 5.2 check 4)."),
    AS_PATH_DIFFERS(
            "AS_PATH beside BGPsec_PATH differs from the AS_PATH that is equivalent to Secure_Path (RFC 8205 section 4.4); only for peers in dual-path-peers."),
    AS_PATH_MISSING("The UPDATE carries neither AS_PATH nor BGPsec_PATH (RFC 4271 section 6.3)."),
    FIRST_AS_MISMATCH("The newest Secure_Path Segment does not have the peer's AS (RFC 8205 section 5.2 check 2)."),
    PCOUNT_ZERO_NOT_ALLOWED(
            "pCount is 0 in the newest segment, from a peer not configured as transparent (RFC 8205 section 5.2 check 7)."),
    CONFED_FLAG_UNEXPECTED("Confed_Segment is set by a peer outside the confederation (RFC 8205 section 5.2 check 5)."),
    CONFED_FLAG_MISSING("Confed_Segment is not set by a member of the confederation (RFC 8205 section 5.2 check 6)."),
    AS_LOOP("The local AS is in the path (RFC 8205 section 5.2 check 8)."),
    MULTIPLE_PREFIXES("A BGPsec UPDATE announces more than one prefix (RFC 8205 section 4.1)."),
    MISSING_MP_REACH("A BGPsec UPDATE does not announce its prefix in MP_REACH_NLRI (RFC 8205 section 4.1)."),
    CAPABILITY_NOT_NEGOTIATED(
            "BGPsec_PATH arrived on a session that did not negotiate BGPsec for this family (RFC 8205 section 2.2)."),
    PATH_REWRITTEN(
            "The router rewrote the path in this view, and no pre-policy path with the same BGPsec_PATH is known (RFC 8205 section 4.2)."),
    TARGET_AS_UNKNOWN(
            "The AS to which the newest hop signed is unknown: no Peer Up was received, or its OPEN cannot be read."),
    JUDGING_FAILED(
            "Validation failed because of an error in Pathproof. The route stays, and is validated again after each announcement, after each change of the RPKI, and every minute."),
    PROOF_DOUBTED(
            "A signature engine that returned wrong results may have verified this path, or its proof was lost with the state of the validators. The route is validated again when the router announces it again."),
    ATTRIBUTE_DISCARDED(
            "A path attribute has a fault for which it is ignored. The state of the path does not depend on it (RFC 7606 section 2; attribute-errors.md).");

    private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');
    private final String explanation;

    Rule(String explanation) {
        this.explanation = explanation;
    }

    /** Returns the stable name: lower case with hyphens. */
    public String label() {
        return label;
    }

    /** Returns one sentence for operators, with its source. */
    public String explanation() {
        return explanation;
    }

    /**
     * Returns the rule with this label.
     *
     * @throws IllegalArgumentException if no rule has this label
     */
    public static Rule ofLabel(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
