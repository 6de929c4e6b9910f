// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.reading;

import java.util.EnumSet;
import java.util.Set;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;

/** Decodes the messages of a session at once, with the encoding that {@link SessionReading} decides. For tools. */
public final class SessionDecoder {
    private final SessionReading reading = new SessionReading();

    public SessionDecoder() {
        reading.stopWaiting();
    }

    /**
     * A decoded message.
     *
     * @param contradictions differences between the encoding of this message and the declared one
     */
    public record Result(Decoded<BgpMessage> message, Set<Contradiction> contradictions) {}

    /** Decodes the next message of the session; {@code declared} are its declared options. */
    public Result decode(Bytes message, BgpSessionOptions declared) {
        return switch (reading.read(message, declared)) {
            case SessionReading.Decided(BgpSessionOptions options, boolean _) ->
                new Result(BgpCodec.decode(message, options), between(declared, options));
            case SessionReading.Contrary(WireError error) -> new Result(Decoded.damaged(error, message), Set.of());
            case SessionReading.Open() -> new Result(BgpCodec.decode(message, declared), Set.of());
        };
    }

    private static Set<Contradiction> between(BgpSessionOptions declared, BgpSessionOptions used) {
        if (used.equals(declared)) {
            return Set.of();
        }
        Set<Contradiction> all = EnumSet.noneOf(Contradiction.class);
        for (AfiSafi family : declared.addPath()) {
            if (!used.addPath().contains(family)) {
                all.add(Contradiction.PATH_IDS_MISSING);
            }
        }
        for (AfiSafi family : used.addPath()) {
            if (!declared.addPath().contains(family)) {
                all.add(Contradiction.PATH_IDS_UNDECLARED);
            }
        }
        if (used.fourOctetAs() != declared.fourOctetAs()) {
            all.add(declared.fourOctetAs() ? Contradiction.TWO_OCTET_PATHS : Contradiction.FOUR_OCTET_PATHS);
        }
        return all;
    }
}
