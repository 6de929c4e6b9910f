// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pathproof.feeds.preview.PreviewedChange;
import org.pathproof.policyapi.rest.BadRequestException;
import org.pathproof.wire.Prefix;

/** Position of the last change on a page of a preview. */
record PreviewCursor(String router, Prefix prefix, PreviewedChange.Feed feed, long pathId) {
    private static final Pattern TEXT = Pattern.compile("(\\S+) (OVERRIDE|TAG) (\\d{1,10}) (.+)", Pattern.DOTALL);
    private static final Comparator<PreviewCursor> ORDER = Comparator.comparing(PreviewCursor::router)
            .thenComparing(PreviewCursor::prefix)
            .thenComparing(PreviewCursor::feed)
            .thenComparingLong(PreviewCursor::pathId);

    /** Returns true for a change that comes after this position. */
    boolean isBefore(String otherRouter, PreviewedChange change) {
        return ORDER.compare(this, of(otherRouter, change)) < 0;
    }

    static PreviewCursor of(String router, PreviewedChange change) {
        return new PreviewCursor(router, change.prefix(), change.feed(), change.pathId());
    }

    /** Throws BadRequestException if the text is not a cursor. */
    static PreviewCursor parse(String text) {
        try {
            String decoded = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            Matcher matcher = TEXT.matcher(decoded);
            if (matcher.matches()) {
                return new PreviewCursor(
                        matcher.group(4),
                        Prefix.ofFormatted(matcher.group(1)),
                        PreviewedChange.Feed.valueOf(matcher.group(2)),
                        Long.parseLong(matcher.group(3)));
            }
            throw new IllegalArgumentException("not four fields");
        } catch (IllegalArgumentException e) {
            throw (BadRequestException)
                    new BadRequestException("parameter cursor is not the cursor of a preview").initCause(e);
        }
    }

    @Override
    public String toString() {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(
                        (prefix + " " + feed.name() + " " + pathId + " " + router).getBytes(StandardCharsets.UTF_8));
    }
}
