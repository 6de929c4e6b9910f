// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.refusals;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The refused routes that exports remember, in the order of their prefixes.
 *
 * @param total number of routes that match
 * @param maxRemembered maximum number of remembered routes
 * @param refusals the first routes that match
 */
public record RefusalsJson(
        int total, @JsonProperty("max_remembered") int maxRemembered, List<RefusalJson> refusals) {}
