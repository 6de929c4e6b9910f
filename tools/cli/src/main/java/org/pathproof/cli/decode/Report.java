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
    void bmp(Place place, Bytes bytes, BmpMessage message, List<Decoded<BgpMessage>> bgp);

    void bgp(Place place, Bytes bytes, BgpMessage message);

    void rtr(Place place, Bytes bytes, RtrPdu pdu);

    void mrt(Place place, Bytes bytes, MrtRecordInContext record);

    /** Reports an OpenBMP record without BMP: a collector's heartbeat. */
    void heartbeat(Place place, Bytes bytes);

    /** Reports bytes that are not a valid message. */
    void damage(Place place, long length, WireError error);

    /**
     * Reports undamaged bytes for which there is no decoder.
     *
     * @param type name of the bytes' type, in lower case with underscores
     * @param why reason, as a sentence for users
     */
    void unread(Place place, long length, String type, String why);

    /** Reports packets of a capture that were skipped; {@code what} is their kind. */
    default void skip(long packets, String what) {}

    /** Reports the end of the input after {@code bytes} bytes. */
    void end(long bytes);

    /** Returns true if damaged or unread bytes were reported. */
    boolean damaged();
}
