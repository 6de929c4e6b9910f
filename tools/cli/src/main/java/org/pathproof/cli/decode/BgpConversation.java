// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.reading.SessionDecoder;

/**
 * Decodes the messages of both directions of a BGP session, with the capabilities of its OPENs. If only one OPEN is
 * known, its AS number size applies to the session, and ADD-PATH counts as not negotiated, unless the bytes show
 * another encoding.
 */
final class BgpConversation {
    private final SessionDecoder firstDecoder = new SessionDecoder();
    private final SessionDecoder secondDecoder = new SessionDecoder();
    private @Nullable Open firstOpen;
    private @Nullable Open secondOpen;

    /** @param warnings receives a sentence for each contradiction between the message and the known OPEN */
    Decoded<BgpMessage> decode(Bytes bytes, boolean first, Consumer<String> warnings) {
        BgpSessionOptions options = first ? options(firstOpen, secondOpen) : options(secondOpen, firstOpen);
        Decoded<BgpMessage> decoded;
        if (firstOpen != null && secondOpen != null) {
            decoded = BgpCodec.decode(bytes, options);
        } else {
            SessionDecoder.Result result = (first ? firstDecoder : secondDecoder).decode(bytes, options);
            result.contradictions().forEach(c -> warnings.accept(c.sentence()));
            decoded = result.message();
        }
        if (decoded instanceof Decoded.Ok<BgpMessage>(Open open)) {
            if (first) {
                firstOpen = open;
            } else {
                secondOpen = open;
            }
        }
        return decoded;
    }

    private static BgpSessionOptions options(@Nullable Open sender, @Nullable Open receiver) {
        if (sender != null && receiver != null) {
            BgpSessionOptions negotiated = BgpCodec.options(sender, receiver);
            return new BgpSessionOptions(negotiated.fourOctetAs(), negotiated.addPath(), true);
        }
        @Nullable Open known = sender != null ? sender : receiver;
        boolean fourOctetAs =
                known == null || known.find(Capability.FourOctetAs.class).isPresent();
        return new BgpSessionOptions(fourOctetAs, Set.of(), true);
    }
}
