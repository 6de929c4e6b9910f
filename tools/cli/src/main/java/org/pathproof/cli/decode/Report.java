// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.util.List;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.rtr.RtrPdu;

/** Receives the results of {@code decode}, in the order of the input. */
public interface Report {
    /**
     * Reports a BMP message.
     *
     * @param bgp BGP messages in it, in order
     */
    void onBmp(Place place, Bytes bytes, BmpMessage message, List<Decoded<BgpMessage>> bgp);

    void onBgp(Place place, Bytes bytes, BgpMessage message);

    void onRtr(Place place, Bytes bytes, RtrPdu pdu);

    void onMrt(Place place, Bytes bytes, MrtRecordInContext record);

    /** Reports an OpenBMP record without BMP: a collector's heartbeat. */
    void onHeartbeat(Place place, Bytes bytes);

    /** Reports bytes that are not a valid message. */
    void onDamage(Place place, long length, WireError error);

    /**
     * Reports undamaged bytes for which there is no decoder.
     *
     * @param type name of the bytes' type, in lower case with underscores
     * @param why reason, as a sentence for users
     */
    void onUnread(Place place, long length, String type, String why);

    /**
     * Reports a contradiction in the next message: its bytes differ from the encoding that its session or record
     * declares.
     *
     * @param why a sentence for users, without the full stop
     */
    default void onContradiction(String why) {}

    /** Reports packets of a capture that were skipped; {@code what} is their kind. */
    default void onSkip(long packets, String what) {}

    /** Reports the end of the input after {@code bytes} bytes. */
    void end(long bytes);

    /** Returns true if damaged or unread bytes were reported. */
    boolean damaged();
}
