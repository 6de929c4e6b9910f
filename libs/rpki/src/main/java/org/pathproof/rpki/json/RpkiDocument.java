// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.json;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.rpki.RpkiObject;

/**
 * The content of an RPKI JSON file.
 *
 * @param objects the objects of the valid entries, each once
 * @param problems problems of other entries or of the file; at most a thousand
 * @param repetitions positions of the first 20 entries that repeat an earlier one
 * @param repeated number of entries that repeat an earlier one
 * @param readable true if the file is RPKI JSON to its end; otherwise {@code objects} may be incomplete
 * @param builtAt time at which the validator created the file, according to the file; null if the file has no time
 * @param expired number of expired entries, which are left out
 */
public record RpkiDocument(
        List<RpkiObject> objects,
        List<JsonProblem> problems,
        List<JsonProblem> repetitions,
        int repeated,
        boolean readable,
        @Nullable Instant builtAt,
        int expired) {}
