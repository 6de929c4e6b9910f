// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.json;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.rpki.RpkiObject;

/**
 * The content of an RPKI JSON file.
 *
 * @param objects the objects of the valid entries
 * @param problems problems of other entries or of the file; at most a thousand
 * @param readable true when the file is RPKI JSON to its end. Otherwise {@code objects} may be incomplete
 * @param builtAt when the validator made the file, by its own claim; null without a claim
 * @param expired number of entries that were left out because they had expired
 */
public record RpkiDocument(
        List<RpkiObject> objects,
        List<JsonProblem> problems,
        boolean readable,
        @Nullable Instant builtAt,
        int expired) {}
