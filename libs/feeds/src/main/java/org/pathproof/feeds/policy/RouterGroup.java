// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import java.util.List;
import java.util.OptionalLong;

/**
 * Routers with the same policy.
 *
 * @param name unique within the document
 * @param routers patterns in canonical order; a router belongs to the first group with a matching pattern
 * @param noAlternative handling of a prefix without an accepted path
 * @param trustPrePolicy true to use paths of the pre-policy Adj-RIB-In too. Overrides may then announce paths that the
 *     router's import policy refuses
 * @param localPreference LOCAL_PREF of overrides; empty for the highest LOCAL_PREF of the prefix at the router plus 1
 * @param defaultLocalPreference LOCAL_PREF that the routers give to a path without one
 */
public record RouterGroup(
        String name,
        List<RouterPattern> routers,
        PolicyKind policy,
        Acceptance acceptance,
        NoAlternative noAlternative,
        boolean trustPrePolicy,
        OptionalLong localPreference,
        long defaultLocalPreference,
        OverrideLimits limits,
        FlapDamping damping) {
    /** Default of {@code defaultLocalPreference}. */
    public static final long LOCAL_PREFERENCE = 100;

    /** The group of routers that no group of the document matches. */
    public static final RouterGroup UNASSIGNED = ofDefaults("unassigned", List.of(), PolicyKind.OBSERVE);

    public RouterGroup {
        routers = routers.stream().distinct().sorted().toList();
    }

    /** Returns a group with the defaults of a policy. */
    public static RouterGroup ofDefaults(String name, List<RouterPattern> routers, PolicyKind policy) {
        return new RouterGroup(
                name,
                routers,
                policy,
                Acceptance.ofDefault(policy),
                NoAlternative.KEEP,
                false,
                OptionalLong.empty(),
                LOCAL_PREFERENCE,
                OverrideLimits.DEFAULT,
                FlapDamping.DEFAULT);
    }

    public boolean matches(RouterIdentity router) {
        return routers.stream().anyMatch(pattern -> pattern.matches(router));
    }
}
