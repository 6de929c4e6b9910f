// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import jakarta.servlet.http.HttpServletRequest;
import org.pathproof.policyapi.web.RequestRefusedException;
import org.pathproof.wire.Plural;
import org.springframework.http.HttpStatus;

/**
 * Limit of the changes that one export makes on a router. Protects routers from a fault that invalidates many paths at
 * once.
 *
 * @param maxChanges maximum number of added and removed prefixes
 */
record ChangeLimit(long maxChanges) {
    private static final String OPERATOR = "OPERATOR";

    /**
     * Returns the limit of a request.
     *
     * @param setting limit that only a client with the role operator can exceed
     * @throws RequestRefusedException with status 403 if the request needs the role operator
     */
    static ChangeLimit of(ExportParameters parameters, int setting, HttpServletRequest request) {
        Integer wanted = parameters.maxChanges();
        boolean raised = parameters.isForced() || wanted != null && wanted > setting;
        if (raised && !request.isUserInRole(OPERATOR)) {
            throw new RequestRefusedException(
                    HttpStatus.FORBIDDEN,
                    "role-too-low",
                    (parameters.isForced() ? "force" : "max_changes above " + setting)
                            + " needs a token with the role operator");
        }
        if (parameters.isForced()) {
            return new ChangeLimit(Long.MAX_VALUE);
        }
        return new ChangeLimit(wanted == null ? setting : wanted);
    }

    boolean admits(ExportChange change) {
        return change.added() + change.removed() <= maxChanges;
    }

    /** Throws RequestRefusedException with status 409 if a change is above the limit. */
    void require(ExportChange change) {
        if (!admits(change)) {
            throw new RequestRefusedException(
                    HttpStatus.CONFLICT,
                    "change-limit",
                    "the change adds " + change.added() + " and removes "
                            + Plural.of(change.removed(), "prefix", "prefixes") + " in "
                            + Plural.of(change.sets().size(), "set") + ", more than max_changes " + maxChanges
                            + ": preview it with dry_run=true, then raise max_changes or set force=true as operator");
        }
    }
}
