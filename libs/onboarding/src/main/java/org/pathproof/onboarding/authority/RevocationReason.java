// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding.authority;

import java.security.cert.CRLReason;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reasons of a revocation (RFC 5280 section 5.3.1) that apply to a router. */
public enum RevocationReason {
    UNSPECIFIED("unspecified", 0, CRLReason.UNSPECIFIED),
    KEY_COMPROMISE("keyCompromise", 1, CRLReason.KEY_COMPROMISE),
    AFFILIATION_CHANGED("affiliationChanged", 3, CRLReason.AFFILIATION_CHANGED),
    SUPERSEDED("superseded", 4, CRLReason.SUPERSEDED),
    CESSATION_OF_OPERATION("cessationOfOperation", 5, CRLReason.CESSATION_OF_OPERATION),
    PRIVILEGE_WITHDRAWN("privilegeWithdrawn", 9, CRLReason.PRIVILEGE_WITHDRAWN);

    private final String label;
    private final int code;
    private final CRLReason reason;

    RevocationReason(String label, int code, CRLReason reason) {
        this.label = label;
        this.code = code;
        this.reason = reason;
    }

    /** Returns the name of RFC 5280. */
    public String label() {
        return label;
    }

    /** Returns the number of the reason in a list (RFC 5280 section 5.3.1). */
    int code() {
        return code;
    }

    /** Returns the reason of an entry; UNSPECIFIED for an entry without one, or with one that no label has. */
    static RevocationReason of(@Nullable CRLReason reason) {
        return Arrays.stream(values())
                .filter(each -> each.reason == reason)
                .findFirst()
                .orElse(UNSPECIFIED);
    }

    /** Returns the reason with a name of RFC 5280; empty for other names. */
    public static Optional<RevocationReason> labelled(String label) {
        return Arrays.stream(values())
                .filter(each -> each.label.equalsIgnoreCase(label))
                .findFirst();
    }
}
