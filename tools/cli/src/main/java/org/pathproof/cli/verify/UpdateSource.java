// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.verify;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.InputFile;
import org.pathproof.updates.UpdateMessages;
import org.pathproof.wire.Bytes;

/** Reads the announcing UPDATE messages of a file, of standard input or of text. */
final class UpdateSource {
    private UpdateSource() {}

    /**
     * Returns the updates of a file, or of standard input for {@code -}.
     *
     * @throws CommandFailure if the input is not a sequence of BGP messages with an announcing UPDATE
     */
    static List<Bytes> read(String file) throws IOException {
        Bytes bytes;
        try (InputStream in = InputFile.open(file)) {
            bytes = Bytes.wrap(in.readAllBytes());
        }
        return updates(UpdateMessages.of(bytes), file.equals("-") ? "standard input" : file);
    }

    /** Returns the updates in hexadecimal text. */
    static List<Bytes> ofHex(String text, String name) {
        return updates(UpdateMessages.ofHex(text), name);
    }

    private static List<Bytes> updates(UpdateMessages messages, String name) {
        return switch (messages) {
            case UpdateMessages.Found(List<Bytes> updates) -> updates;
            case UpdateMessages.Refused(String error) -> throw new CommandFailure(name + ": " + error);
        };
    }
}
