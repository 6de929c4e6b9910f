// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.routes;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.SchemeResult;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.wire.NetworkText;

/**
 * Result of an experimental path-security scheme, beside the verdict. The result is no BGPsec validity, and no feed to
 * routers uses it.
 *
 * @param state experimental-verifies, experimental-fails or experimental-not-judged
 * @param scheme name of the scheme; absent if the path attribute is unusable
 * @param parameters name of the scheme's parameter set
 * @param finding label of the broken rule, which begins with the name of the scheme; absent if the path verifies
 * @param hop failing hop, 1 for the origin; absent if it is not known
 * @param asn AS of the failing hop
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SchemeJson(
        String state,
        @Nullable String scheme,
        @Nullable String parameters,
        @Nullable String finding,
        @Nullable Integer hop,
        @Nullable Long asn,
        @Nullable String message) {
    /** Converts the result in a verdict; returns null if there is none. */
    public static @Nullable SchemeJson of(Verdict verdict) {
        if (!verdict.hasSchemeResult()) {
            return null;
        }
        SchemeResult result = verdict.getSchemeResult();
        return new SchemeJson(
                switch (result.getState()) {
                    case SCHEME_PATH_VERIFIES -> "experimental-verifies";
                    case SCHEME_PATH_FAILS -> "experimental-fails";
                    case SCHEME_NOT_VERIFIED, UNRECOGNIZED -> "experimental-not-judged";
                },
                text(result.getScheme()),
                text(result.getParameters()),
                text(result.getFinding()),
                result.getHop() == 0 ? null : (Integer) result.getHop(),
                result.hasAsn() ? (Long) Integer.toUnsignedLong(result.getAsn()) : null,
                result.getMessage().isEmpty() ? null : NetworkText.description(result.getMessage()));
    }

    private static @Nullable String text(String name) {
        return name.isEmpty() ? null : NetworkText.name(name);
    }
}
