// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.overrides;

import java.util.Set;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.feeds.preview.PolicyPreview;

/**
 * The effect of a policy on one router, before it is applied.
 *
 * @param router name or address in the settings
 * @param before the policy in force
 * @param after the policy of the preview
 * @param suspensions reasons for which no override is announced under either policy
 */
record RouterPreview(
        String router, RouterPolicy before, RouterPolicy after, Set<Suspension> suspensions, PolicyPreview changes) {}
