// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.attacks;

import java.util.List;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.rpki.RouterKey;

/**
 * A manipulated or unusual route, with its expected verdict. Each attack has its own prefix.
 *
 * @param name name of the attack, in lower case with hyphens
 * @param description the attack in one clause
 * @param session the session on which the update arrives
 * @param update the update that arrives
 * @param keyEvents changes of router keys after the update, in order
 */
public record Attack(
        String name,
        String description,
        Prefix prefix,
        Session session,
        Update update,
        Expectation expected,
        List<KeyEvent> keyEvents) {
    /** Sessions on which attacks arrive. */
    public enum Session {
        /** The session negotiated BGPsec, and the neighbor signs. */
        SIGNING(64510),
        /** The session did not negotiate BGPsec. */
        PLAIN(64509),
        /** The session negotiated BGPsec, but the neighbor sends no BGPsec_PATH. */
        STRIPPING(64511),
        /** The session did not negotiate BGPsec, and the neighbor sends BGPsec_PATH beside AS_PATH. */
        DUAL_PATH(64512),
        /** The session negotiated BGPsec and BGP Roles (RFC 9234), and the neighbor is a customer. */
        CUSTOMER(64513);

        private final long neighbor;

        Session(long neighbor) {
            this.neighbor = neighbor;
        }

        /** Returns the AS at the other end of the session. */
        public long neighbor() {
            return neighbor;
        }
    }

    /**
     * A router key leaves the RPKI or returns.
     *
     * @param withdrawn true if the key leaves
     */
    public record KeyEvent(boolean withdrawn, RouterKey key) {}
}
