// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.util.Locale;
import java.util.Optional;
import org.pathproof.captures.pcap.CaptureFile;
import org.pathproof.cli.decode.Framing.Likeness;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/** Input formats of {@code decode}. */
public enum Format {
    AUTO,
    BGP,
    BMP,
    OPENBMP,
    RTR,
    MRT,
    PCAP;

    /**
     * Detects the format of an input. If no known format begins at the first byte, the first BMP or BGP message after
     * it determines the format. So damage at the start does not hide the rest.
     *
     * @param ended true if {@code start} is the whole input
     */
    public static Optional<Format> detect(Bytes start, boolean ended) {
        if (CaptureFile.recognises(start)) {
            return Optional.of(PCAP);
        }
        Optional<Format> sure = framed(start, ended);
        if (sure.isPresent()) {
            return sure;
        }
        if (MrtTypes.looksLikeMrt(start, ended)) {
            return Optional.of(MRT);
        }
        for (int i = 1; i < start.length(); i++) {
            Bytes later = start.from(i);
            if (Framing.BMP.likeness(later, ended) == Likeness.MESSAGE) {
                return Optional.of(BMP);
            }
            if (Framing.BGP.likeness(later, ended) == Likeness.MESSAGE) {
                return Optional.of(BGP);
            }
        }
        return Optional.empty();
    }

    private static Optional<Format> framed(Bytes start, boolean ended) {
        for (Framing framing : Framing.values()) {
            boolean header = start.length() >= framing.headerLength()
                    && framing.length(start) instanceof Decoded.Ok<Integer>
                    && framing.knownType(start);
            // A header suffices, because the first message may be truncated or longer than these bytes.
            boolean cut = header
                    && framing.length(start) instanceof Decoded.Ok<Integer>(Integer length)
                    && (length == 0 || length > start.length());
            if (cut || framing.likeness(start, ended) != Likeness.NOTHING && header) {
                return Optional.of(valueOf(framing.name()));
            }
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
