// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.path;

/** The result of AS path verification by ASPA (draft-ietf-sidrops-aspa-verification section 6). */
public enum AspaState {
    VALID,
    INVALID,
    /** ASPA records attest only a part of the path, or the path is not verified. */
    UNKNOWN
}
