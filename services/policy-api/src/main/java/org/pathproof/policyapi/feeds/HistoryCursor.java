// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pathproof.policyapi.rest.BadRequestException;

/**
 * Position of the last change on a page of the history. A position is valid on every replica, also after the change was
 * removed.
 *
 * @param offset offset of the change in the topic
 */
record HistoryCursor(long offset) {
    private static final Pattern TEXT = Pattern.compile("history (\\d{1,18})");

    /** Throws BadRequestException if the text is not a cursor. */
    static HistoryCursor parse(String text) {
        try {
            Matcher matcher = TEXT.matcher(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.US_ASCII));
            if (matcher.matches()) {
                return new HistoryCursor(Long.parseLong(matcher.group(1)));
            }
        } catch (IllegalArgumentException e) {
            throw (BadRequestException) refused().initCause(e);
        }
        throw refused();
    }

    private static BadRequestException refused() {
        return new BadRequestException("parameter cursor is not the cursor of a history");
    }

    @Override
    public String toString() {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(("history " + offset).getBytes(StandardCharsets.US_ASCII));
    }
}
