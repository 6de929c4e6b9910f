// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab;

import java.util.List;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.rpki.RouterKey;

/**
 * Something done to a route, or left undone, and the verdict it ought to get. Each has a prefix of its own.
 *
 * @param name in lower case with hyphens
 * @param story what was done, in a sentence
 * @param place the session on which it arrives
 * @param update what arrives
 * @param keyEvents what happens to router keys after the update arrived, in order
 */
public record Mischief(
        String name,
        String story,
        Prefix prefix,
        Place place,
        Update update,
        Expectation expected,
        List<KeyEvent> keyEvents) {
    /** The kinds of sessions on which mischief arrives. */
    public enum Place {
        /** One that negotiated BGPsec, from a neighbour that signs. */
        SIGNING(Stage.NEIGHBOUR),
        /** One that did not negotiate BGPsec. */
        PLAIN(Stage.PLAIN_NEIGHBOUR),
        /** One that negotiated BGPsec, and on which no BGPsec_PATH ever arrives. */
        STRIPPING(Stage.STRIPPING_NEIGHBOUR);

        private final long neighbour;

        Place(long neighbour) {
            this.neighbour = neighbour;
        }

        /** The AS at the other end of the session. */
        public long neighbour() {
            return neighbour;
        }
    }

    /** A router key leaves the RPKI, or comes back. */
    public record KeyEvent(boolean withdrawn, RouterKey key) {}
}
