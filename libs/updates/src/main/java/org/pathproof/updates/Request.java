// SPDX-License-Identifier: Apache-2.0
package org.pathproof.updates;

import java.util.OptionalLong;
import org.pathproof.wire.Bytes;

/** An update to validate, or the reason for its refusal. */
public sealed interface Request {
    Id id();

    /** The id that the user gave to a request. The response has the same id. */
    record Id(String text, boolean isNumber) {
        public static Id of(String text) {
            return new Id(text, false);
        }
    }

    /**
     * A BGP message.
     *
     * @param targetAs AS of the receiving router
     * @param peerAs AS of the sending router; empty if it is not to be checked
     */
    record Message(Id id, Bytes bytes, OptionalLong targetAs, OptionalLong peerAs) implements Request {}

    /** Input without a BGP message. */
    record Unreadable(Id id, String error) implements Request {}
}
