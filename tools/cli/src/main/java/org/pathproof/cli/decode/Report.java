// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.util.List;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.rtr.RtrPdu;

/** Takes what {@code decode} finds, in the order of the input, and writes it. */
public interface Report {
    /**
     * A BMP message.
     *
     * @param bgp the BGP messages inside it, in order
     */
    void bmp(Place place, Bytes octets, BmpMessage message, List<Decoded<BgpMessage>> bgp);

    void bgp(Place place, Bytes octets, BgpMessage message);

    void rtr(Place place, Bytes octets, RtrPdu pdu);

    void mrt(Place place, Bytes octets, MrtDecoder.Found record);

    /** An OpenBMP record that carries no BMP: a collector's heartbeat. */
    void heartbeat(Place place, Bytes octets);

    /** Octets that are no sound message. */
    void damage(Place place, long length, WireError error);

    /**
     * Bytes that are well framed, or hold together, and that no decoder reads.
     *
     * @param type in lower case with underscores, for messages that {@code mrt}, {@code bmp}, … did not report
     * @param why a sentence for people
     */
    void unread(Place place, long length, String type, String why);

    /** Packets of a capture that hold nothing that is decoded here; {@code what}: of what kind they are. */
    default void passedOver(long packets, String what) {}

    /** All was read: {@code octets} of them. */
    void end(long octets);

    /** Whether anything damaged was reported. */
    boolean damaged();
}
