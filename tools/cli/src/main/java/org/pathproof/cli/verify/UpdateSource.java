// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.verify;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.InputFile;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpFramer;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;

/**
 * Reads the announcing UPDATE messages of a file, of standard input or of text: consecutive BGP messages, binary or
 * hexadecimal.
 */
final class UpdateSource {
    /** Maximum length of a message (RFC 8654). */
    private static final int MAX_MESSAGE = 65_535;

    private static final int TYPE_AT = 18;

    private UpdateSource() {}

    /**
     * Returns the updates of a file, or of standard input for {@code -}.
     *
     * @throws CommandFailure if the input has no consecutive BGP messages
     */
    static List<Bytes> read(String file) throws IOException {
        Bytes bytes;
        try (InputStream in = InputFile.open(file)) {
            bytes = Bytes.wrap(in.readAllBytes());
        }
        String name = file.equals("-") ? "standard input" : file;
        Bytes messages = bytes.isEmpty() || bytes.u8(0) == 0xff
                ? bytes
                : HexText.parse(new String(bytes.toArray(), StandardCharsets.ISO_8859_1))
                        .orElseThrow(() -> new CommandFailure(
                                name + ": neither BGP messages (which start with bytes ff) nor hexadecimal text"));
        return updates(messages, name);
    }

    /** Returns the updates in hexadecimal text. */
    static List<Bytes> ofHex(String text, String name) {
        return updates(
                HexText.parse(text)
                        .orElseThrow(() -> new CommandFailure(name + ": not an even number of hexadecimal digits")),
                name);
    }

    private static List<Bytes> updates(Bytes messages, String name) {
        List<Bytes> updates = new ArrayList<>();
        int others = 0;
        for (int at = 0; at < messages.length(); ) {
            Bytes message = switch (message(messages.from(at))) {
                case Decoded.Ok<Bytes>(Bytes found) -> found;
                case Decoded.Damaged<Bytes>(WireError error, Bytes _) ->
                    throw new CommandFailure(name + ": not a BGP message at byte " + at + ": " + error.message());
            };
            if (announces(message)) {
                updates.add(message);
            } else {
                others++;
            }
            at += message.length();
        }
        if (updates.isEmpty()) {
            throw new CommandFailure(name + ": no UPDATE that announces a route"
                    + (others == 0 ? "" : ", only " + others + " other BGP message" + (others == 1 ? "" : "s")));
        }
        return updates;
    }

    /** Returns true for announcements and damaged UPDATEs, and false for withdrawals and End-of-RIB markers. */
    private static boolean announces(Bytes message) {
        if (message.u8(TYPE_AT) != BgpMessage.TYPE_UPDATE) {
            return false;
        }
        return !(BgpCodec.decode(message, BgpSessionOptions.DEFAULT) instanceof Decoded.Ok<BgpMessage>(Update update))
                || !update.nlri().isEmpty()
                || update.has(PathAttribute.MP_REACH_NLRI)
                || update.has(PathAttribute.BGPSEC_PATH);
    }

    /** Returns the message at the start of these bytes, or an error for a damaged or incomplete one. */
    static Decoded<Bytes> message(Bytes input) {
        return switch (BgpFramer.messageLength(input, MAX_MESSAGE)) {
            case Decoded.Damaged<Integer>(WireError error, Bytes bytes) -> Decoded.damaged(error, bytes);
            case Decoded.Ok<Integer>(Integer length) -> {
                int needed = length == 0 ? BgpFramer.HEADER_LENGTH : length;
                yield input.length() >= needed
                        ? Decoded.ok(input.slice(0, needed))
                        : Decoded.damaged(
                                new WireError(
                                        WireError.Code.TRUNCATED,
                                        "message",
                                        input.length(),
                                        "the input ends after " + input.length() + " of " + needed + " bytes"),
                                input);
            }
        };
    }
}
