// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.store;

import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Session;

/**
 * What a record of pathproof.sessions changed.
 *
 * @param before the session as it was; null when it was not known
 * @param after the session as it is; null when it was deleted
 */
public record SessionChange(
        SessionView sessionView,
        @Nullable Session before,
        @Nullable Session after) {}
