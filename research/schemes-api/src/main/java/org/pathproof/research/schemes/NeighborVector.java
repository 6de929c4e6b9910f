// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import java.util.List;
import org.pathproof.wire.Bytes;

/**
 * A bit vector over the neighbors of a speaker: bit {@code i}, counted from the most significant bit of the first byte,
 * names neighbor {@code i} as a receiver. One signature over the vector replaces one signature for each receiver.
 */
public final class NeighborVector {
    private NeighborVector() {}

    /** Returns the length of the vector of a speaker in bytes. */
    public static int length(SpeakerIdentity speaker) {
        return (speaker.neighbors().size() + 7) / 8;
    }

    /**
     * Returns the vector that names these receivers.
     *
     * @throws IllegalArgumentException if a receiver is not a neighbor of the speaker
     */
    public static Bytes of(SpeakerIdentity speaker, List<Long> receivers) {
        byte[] bits = new byte[length(speaker)];
        for (long receiver : receivers) {
            int index = speaker.neighbors().indexOf(receiver);
            if (index < 0) {
                throw new IllegalArgumentException("AS" + receiver + " is no neighbor of AS" + speaker.asn()
                        + ": choose one of " + speaker.neighbors());
            }
            bits[index / 8] |= (byte) (0x80 >>> index % 8);
        }
        return Bytes.wrap(bits);
    }

    /** Returns true if the vector of a speaker names this receiver. Accepts vectors of any length. */
    public static boolean names(Bytes vector, SpeakerIdentity speaker, long receiver) {
        int index = speaker.neighbors().indexOf(receiver);
        return index >= 0 && vector.length() == length(speaker) && (vector.u8(index / 8) & 0x80 >>> index % 8) != 0;
    }
}
