// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

/**
 * The validation state of a path. RFC 8205 section 5.1 defines Valid and Not Valid; the other states are for paths
 * without a result.
 */
public enum PathState {
    /** All signatures of at least one Signature_Block verify under authorised keys. */
    VALID,
    /** The path is well formed, but no Signature_Block of a supported suite verifies. */
    NOT_VALID,
    /** The route has no BGPsec_PATH, or all its Signature_Blocks use unsupported suites (RFC 8205 section 5.2). */
    UNSIGNED,
    /** The update breaks a syntax or protocol rule, and must be treated as withdrawn (RFC 7606). */
    MALFORMED,
    /**
     * The path is not validated, because data is missing or because of an error in Pathproof. Each path needs the RPKI
     * set and the Target AS of the session. A path that the router rewrote also needs the pre-policy path with the same
     * BGPsec_PATH.
     */
    UNVERIFIED
}
