// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.verify;

import java.util.OptionalLong;
import org.pathproof.wire.Bytes;

/** What is to be judged, or why it cannot be. */
sealed interface Request {
    Id id();

    /** The user's name for a request: what the answer repeats. */
    record Id(String text, boolean isNumber) {
        static Id of(String text) {
            return new Id(text, false);
        }
    }

    /**
     * A BGP message.
     *
     * @param targetAs the AS of the router that received it
     * @param peerAs the AS of the router that sent it; empty when it is not to be checked
     */
    record Message(Id id, Bytes octets, OptionalLong targetAs, OptionalLong peerAs) implements Request {}

    /** Input that is no BGP message. */
    record Unreadable(Id id, String error) implements Request {}
}
