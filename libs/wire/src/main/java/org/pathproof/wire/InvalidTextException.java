// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

/** Text that is not exactly the expected value. The message is the quoted text, followed by the reason. */
@SuppressWarnings("serial") // never serialised
public final class InvalidTextException extends IllegalArgumentException {
    /** Maximum number of characters of the text in the message. */
    private static final int MAX_SHOWN_CHARACTERS = 100;

    private final String reason;

    /** @param reason the rest of a sentence that begins with the text, such as "is not an AS number" */
    public InvalidTextException(String text, String reason) {
        super("\"" + NetworkText.clean(text, MAX_SHOWN_CHARACTERS) + "\" " + reason);
        this.reason = reason;
    }

    /** Returns the rest of a sentence that begins with the text. */
    public String reason() {
        return reason;
    }
}
