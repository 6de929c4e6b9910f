// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding;

/** A description that was read, or the reason for its refusal. */
public sealed interface Reading {
    /** A description of the right form. The policy of the operator is not checked yet. */
    record Described(RouterDescription description) implements Reading {}

    /**
     * A refusal.
     *
     * @param reason words for an operator, without unprintable characters
     */
    record Refused(String reason) implements Reading {}
}
