// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads one member of a JSON object, without building a tree. */
final class Members {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Members() {}

    /**
     * Returns the text of a member of the outermost object; null if the member is missing, is not text, or {@code
     * json} is not an object.
     */
    static @Nullable String text(String json, String name) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean wanted = name.equals(parser.currentName());
                JsonToken value = parser.nextToken();
                if (wanted) {
                    return value == JsonToken.VALUE_STRING ? parser.getString() : null;
                }
                parser.skipChildren();
            }
            return null;
        } catch (JacksonException e) {
            return null; // not JSON, for example the error page of a proxy
        }
    }
}
