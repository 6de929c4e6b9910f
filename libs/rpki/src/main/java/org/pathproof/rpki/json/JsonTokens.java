// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.json;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads a JSON document value by value. A syntax error throws an exception of Jackson; the readers turn it into a
 * {@link JsonProblem}.
 */
public final class JsonTokens implements AutoCloseable {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /**
     * Maximum number of values in an entry, or in a document that is read as a whole. This permits SLURM files of about
     * 100,000 entries.
     */
    private static final int MAX_VALUES = 500_000;

    private final JsonParser parser;
    private int values;
    private final String source;
    private final Consumer<JsonProblem> problems;

    /** Creates a reader that reports problems of entries to {@code problems}. */
    public JsonTokens(InputStream in, String source, Consumer<JsonProblem> problems) {
        this.parser = FACTORY.createParser(ObjectReadContext.empty(), in);
        this.source = source;
        this.problems = problems;
    }

    /** Returns the next token, or null at the end. */
    @Nullable
    JsonToken next() {
        return parser.nextToken();
    }

    String name() {
        return parser.currentName();
    }

    void skip() {
        parser.skipChildren();
    }

    /** Reports a problem at the current token. */
    public void report(String field, String message) {
        TokenStreamLocation at = parser.currentTokenLocation();
        problems.accept(new JsonProblem(source, at.getLineNr(), at.getColumnNr(), field, message));
    }

    /** Returns the whole document if it is a single object. Otherwise reports a problem and returns null. */
    public @Nullable JsonEntry document() {
        JsonToken token = parser.nextToken();
        if (token != JsonToken.START_OBJECT) {
            report("", "a JSON object is expected");
            return null;
        }
        JsonEntry entry = (JsonEntry) value(token, "");
        if (parser.nextToken() != null) {
            report("", "there is data after the end of the document");
            return null;
        }
        return entry;
    }

    /**
     * Returns the value that starts with {@code token}: a {@link JsonEntry}, List, String, Long, Double, Boolean, or
     * null.
     */
    @Nullable
    Object value(@Nullable JsonToken token, String path) {
        values = 0;
        return inner(token, path);
    }

    private @Nullable Object inner(@Nullable JsonToken token, String path) {
        if (++values > MAX_VALUES) {
            throw new StreamReadException(parser, "more than " + MAX_VALUES + " values in one entry");
        }
        return switch (token) {
            case START_OBJECT -> entry(path);
            case START_ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                for (JsonToken t = parser.nextToken(); t != JsonToken.END_ARRAY; t = parser.nextToken()) {
                    list.add(inner(t, path + "[" + list.size() + "]"));
                }
                yield list;
            }
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT ->
                parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? (Object) parser.getDoubleValue()
                        : (Object) parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case null, default -> null;
        };
    }

    private JsonEntry entry(String path) {
        TokenStreamLocation at = parser.currentTokenLocation();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            fields.put(name, inner(parser.nextToken(), path.isEmpty() ? name : path + "." + name));
        }
        return new JsonEntry(fields, path, source, at.getLineNr(), at.getColumnNr(), problems);
    }

    @Override
    public void close() {
        parser.close();
    }
}
