// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

/** What is known of a path. RFC 8205 section 5.1 has two results, Valid and Not Valid; the others say why there is none. */
public enum PathState {
    /** At least one Signature_Block of a supported suite verifies completely, under keys that are authorised now. */
    VALID,
    /** Well formed, keys loaded, and no supported block verifies. */
    NOT_VALID,
    /** Plain BGP, or every block uses an unsupported suite (RFC 8205 section 5.2). */
    UNSIGNED,
    /** A syntax or protocol rule is broken: treat-as-withdraw (RFC 7606). */
    MALFORMED,
    /** Not judged: the key set is not ready or session facts are not known. */
    UNVERIFIED
}
