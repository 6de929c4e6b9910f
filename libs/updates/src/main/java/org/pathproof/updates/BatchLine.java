// SPDX-License-Identifier: Apache-2.0
package org.pathproof.updates;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.json.JsonProblem;
import org.pathproof.wire.AsNumbers;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpMessage;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * One line of a batch: {@code {"id","update":"hex","target_as":N,"peer_as":N}}. {@code update_hex} is an alias of
 * {@code update}; other members are ignored.
 */
public final class BatchLine {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Request.Id id;
    private @Nullable String update;
    private OptionalLong targetAs;
    private OptionalLong peerAs;

    private BatchLine(long number, OptionalLong targetAs, OptionalLong peerAs) {
        id = Request.Id.of("line " + number);
        this.targetAs = targetAs;
        this.peerAs = peerAs;
    }

    /**
     * Parses a line. The arguments supply missing members.
     *
     * @param number number of the line from 1; without a member {@code id}, the id is {@code line N}
     */
    public static Request read(String line, long number, OptionalLong targetAs, OptionalLong peerAs) {
        BatchLine read = new BatchLine(number, targetAs, peerAs);
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), line)) {
            String error = read.members(parser);
            return error == null ? read.request() : new Request.Unreadable(read.id, error);
        } catch (JacksonException e) {
            return new Request.Unreadable(read.id, "line " + number + " is not JSON: " + JsonProblem.words(e));
        }
    }

    /** Returns an error or null. Reads the whole line, because the id may stand at its end. */
    private @Nullable String members(JsonParser parser) {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            return "a JSON object is expected";
        }
        String error = null;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            String problem = null;
            switch (name) {
                case "id" -> id = id(parser, value);
                case "update", "update_hex" -> {
                    if (value == JsonToken.VALUE_STRING) {
                        update = parser.getString();
                    } else {
                        problem = name + ": a string of hexadecimal digits is expected";
                    }
                }
                case "target_as", "peer_as" -> problem = asNumber(parser, value, name);
                default -> {
                    // unknown member
                }
            }
            error = error == null ? problem : error;
            parser.skipChildren();
        }
        return error == null && parser.nextToken() != null ? "text follows the JSON object" : error;
    }

    private Request.Id id(JsonParser parser, JsonToken value) {
        return switch (value) {
            case VALUE_STRING -> Request.Id.of(parser.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Request.Id(parser.getString(), true);
            default -> id;
        };
    }

    private @Nullable String asNumber(JsonParser parser, JsonToken value, String name) {
        if (value == JsonToken.VALUE_NULL) {
            return null;
        }
        boolean scalar = value == JsonToken.VALUE_NUMBER_INT || value == JsonToken.VALUE_STRING;
        OptionalLong asn = scalar ? AsNumbers.find(parser.getString()) : OptionalLong.empty();
        if (asn.isEmpty()) {
            return name + ": an AS number (0 to " + AsNumbers.MAX + ") is expected";
        }
        if (name.equals("target_as")) {
            targetAs = asn;
        } else {
            peerAs = asn;
        }
        return null;
    }

    private Request request() {
        if (update == null) {
            return new Request.Unreadable(id, "update: missing");
        }
        Bytes bytes = HexText.parse(update).orElse(Bytes.EMPTY);
        if (bytes.isEmpty()) {
            return new Request.Unreadable(id, "update: not an even number of hexadecimal digits");
        }
        return switch (MessageFrame.first(bytes)) {
            case Decoded.Damaged<Bytes>(WireError error, Bytes _) ->
                new Request.Unreadable(id, "update: not a BGP message: " + error.message());
            case Decoded.Ok<Bytes>(Bytes message) -> {
                if (message.length() < bytes.length()) {
                    yield new Request.Unreadable(
                            id,
                            "update: " + (bytes.length() - message.length()) + " bytes after the end of the message");
                }
                if (MessageFrame.type(message) != BgpMessage.TYPE_UPDATE) {
                    yield new Request.Unreadable(
                            id, "update: a BGP message of type " + MessageFrame.type(message) + ", not an UPDATE");
                }
                yield new Request.Message(id, message, targetAs, peerAs);
            }
        };
    }
}
