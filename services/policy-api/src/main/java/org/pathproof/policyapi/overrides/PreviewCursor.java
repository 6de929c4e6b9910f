// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.overrides;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.pathproof.policyapi.rest.BadRequestException;
import org.pathproof.wire.Prefix;

/** Position of the last change on a page of a preview. */
record PreviewCursor(String router, Prefix prefix) {
    /** Returns true for a change that comes after this position. */
    boolean isBefore(String otherRouter, Prefix otherPrefix) {
        int order = router.compareTo(otherRouter);
        return order < 0 || order == 0 && prefix.compareTo(otherPrefix) < 0;
    }

    static PreviewCursor of(PreviewJson.Change change) {
        return new PreviewCursor(change.router(), Prefix.parse(change.prefix()));
    }

    /** Throws BadRequestException if the text is not a cursor. */
    static PreviewCursor parse(String text) {
        try {
            String decoded = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            int space = decoded.indexOf(' ');
            return new PreviewCursor(
                    decoded.substring(space + 1), Prefix.parse(decoded.substring(0, Math.max(0, space))));
        } catch (IllegalArgumentException e) {
            throw (BadRequestException)
                    new BadRequestException("parameter cursor is not the cursor of a preview").initCause(e);
        }
    }

    @Override
    public String toString() {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString((prefix + " " + router).getBytes(StandardCharsets.UTF_8));
    }
}
