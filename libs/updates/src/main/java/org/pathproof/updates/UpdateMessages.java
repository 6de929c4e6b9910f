// SPDX-License-Identifier: Apache-2.0
package org.pathproof.updates;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;

/** The UPDATEs with announcements in an input of consecutive BGP messages. */
public sealed interface UpdateMessages {
    /** At least one update, in the order of the input. */
    record Found(List<Bytes> updates) implements UpdateMessages {}

    /** The fault of the input. */
    record Refused(String error) implements UpdateMessages {}

    /** Reads binary messages, which start with a byte ff, or hexadecimal text. */
    static UpdateMessages of(Bytes input) {
        if (input.isEmpty() || input.u8(0) == 0xff) {
            return ofMessages(input);
        }
        Optional<Bytes> bytes = HexText.parse(new String(input.toArray(), StandardCharsets.ISO_8859_1));
        return bytes.isPresent()
                ? ofMessages(bytes.get())
                : new Refused("neither BGP messages (which start with bytes ff) nor hexadecimal text");
    }

    /** Reads hexadecimal text. */
    static UpdateMessages ofHex(String text) {
        Optional<Bytes> bytes = HexText.parse(text);
        return bytes.isPresent() ? ofMessages(bytes.get()) : new Refused("not an even number of hexadecimal digits");
    }

    private static UpdateMessages ofMessages(Bytes messages) {
        List<Bytes> updates = new ArrayList<>();
        int others = 0;
        for (int at = 0; at < messages.length(); ) {
            switch (MessageFrame.first(messages.from(at))) {
                case Decoded.Ok<Bytes>(Bytes message) -> {
                    if (announces(message)) {
                        updates.add(message);
                    } else {
                        others++;
                    }
                    at += message.length();
                }
                case Decoded.Damaged<Bytes>(WireError error, Bytes _) -> {
                    return new Refused("not a BGP message at byte " + at + ": " + error.message());
                }
            }
        }
        return updates.isEmpty()
                ? new Refused("no UPDATE that announces a route"
                        + (others == 0 ? "" : ", only " + others + " other BGP message" + (others == 1 ? "" : "s")))
                : new Found(updates);
    }

    /**
     * Returns true for announcements, for damaged UPDATEs, and for UPDATEs with BGPsec_PATH. Returns false for other
     * withdrawals and End-of-RIB markers.
     */
    private static boolean announces(Bytes message) {
        if (MessageFrame.type(message) != BgpMessage.TYPE_UPDATE) {
            return false;
        }
        return !(BgpCodec.decode(message, BgpSessionOptions.DEFAULT) instanceof Decoded.Ok<BgpMessage>(Update update))
                || !update.nlri().isEmpty()
                || update.has(PathAttribute.MP_REACH_NLRI)
                || update.has(PathAttribute.BGPSEC_PATH);
    }
}
