// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding.authority;

import java.security.cert.CRLReason;
import java.util.Arrays;
import java.util.Optional;

/** Reasons of a revocation (RFC 5280 section 5.3.1) that apply to a router. */
public enum RevocationReason {
    UNSPECIFIED("unspecified", CRLReason.UNSPECIFIED),
    KEY_COMPROMISE("keyCompromise", CRLReason.KEY_COMPROMISE),
    AFFILIATION_CHANGED("affiliationChanged", CRLReason.AFFILIATION_CHANGED),
    SUPERSEDED("superseded", CRLReason.SUPERSEDED),
    CESSATION_OF_OPERATION("cessationOfOperation", CRLReason.CESSATION_OF_OPERATION),
    PRIVILEGE_WITHDRAWN("privilegeWithdrawn", CRLReason.PRIVILEGE_WITHDRAWN);

    private final String label;
    private final CRLReason reason;

    RevocationReason(String label, CRLReason reason) {
        this.label = label;
        this.reason = reason;
    }

    /** Returns the name of RFC 5280. */
    public String label() {
        return label;
    }

    /** Returns the number of the reason in a list. */
    int code() {
        return reason.ordinal();
    }

    /** Returns the reason with a name of RFC 5280; empty for other names. */
    public static Optional<RevocationReason> labelled(String label) {
        return Arrays.stream(values())
                .filter(each -> each.label.equalsIgnoreCase(label))
                .findFirst();
    }
}
