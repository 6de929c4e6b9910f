// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.wire.rtr.RtrPdu;

/** An action of a {@link RtrClientSession}, for the owner of the connection. */
sealed interface RtrClientAction {
    record Send(RtrPdu pdu) implements RtrClientAction {}

    /** The data is new, or confirmed as current. */
    record Deliver(RpkiSnapshot data) implements RtrClientAction {}

    /**
     * Closes the connection.
     *
     * @param why the reason, for an operator
     * @param soon true if the next connection may follow at once
     */
    record Close(String why, boolean soon) implements RtrClientAction {}
}
