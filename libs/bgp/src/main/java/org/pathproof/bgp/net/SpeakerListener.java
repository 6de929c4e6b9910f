// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import java.net.InetAddress;
import org.pathproof.bgp.session.BgpState;
import org.pathproof.wire.bgp.Update;

/** Events of a {@link BgpSpeaker}. Event loops call these methods, which must neither block nor throw. */
public interface SpeakerListener {
    /** A listener that does nothing. */
    SpeakerListener NONE = new SpeakerListener() {};

    /**
     * The state of a neighbor changed.
     *
     * @param why reason of the last failure, or empty
     */
    default void onStateChange(Neighbor neighbor, BgpState before, BgpState after, String why) {}

    /**
     * A neighbor sent an UPDATE. The speaker keeps no routes of neighbors.
     *
     * @param treatAsWithdraw an error turns the announcements into withdrawals (RFC 7606)
     */
    default void onUpdate(Neighbor neighbor, Update update, boolean treatAsWithdraw) {}

    /** A connection from an address that is no neighbor was closed. */
    default void onRefusal(InetAddress address) {}
}
