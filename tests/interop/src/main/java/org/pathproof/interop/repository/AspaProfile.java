// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop.repository;

/** Forms of the content of an ASPA object. Validators read one of them. */
public enum AspaProfile {
    /** Version 1 of draft-ietf-sidrops-aspa-profile: a provider is an AS number. */
    CURRENT,

    /** Version 0, of drafts up to 2022: a provider is a sequence of an AS number and an optional address family. */
    AFI_LIMITS
}
