// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.json;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.rpki.RpkiObject;

/**
 * What was read from an RPKI JSON file.
 *
 * @param objects the good entries
 * @param problems what is wrong with others, or with the file; the first thousand of them
 * @param readable whether it was RPKI JSON down to its end: when false, what is missing in {@code objects} says nothing
 * @param builtAt when the validator says it made the file; null when it does not
 * @param expired how many entries were left out because their time had passed
 */
public record RpkiDocument(
        List<RpkiObject> objects,
        List<JsonProblem> problems,
        boolean readable,
        @Nullable Instant builtAt,
        int expired) {}
