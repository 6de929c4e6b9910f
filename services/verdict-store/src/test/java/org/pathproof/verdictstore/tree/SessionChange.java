// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.tree;

import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Session;

/**
 * A change of a session by a record of pathproof.sessions.
 *
 * @param before the previous session record; null if there was none or if it is unknown
 * @param after the new session record; null if it was deleted
 */
public record SessionChange(
        SessionView sessionView,
        @Nullable Session before,
        @Nullable Session after) {}
