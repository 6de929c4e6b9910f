// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.pathproof.bgpsec.NeighborRole;
import org.pathproof.wire.NetworkText;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of a description: UTF-8, one object, with the members of {@code router-description.schema.json}. */
public final class DescriptionJson {
    /** Maximum size of a description. */
    public static final int MAX_BYTES = 16 * 1024;

    private static final String SCHEMA = "router-description.schema.json";
    private static final int MAX_DEPTH = 4;
    private static final int MAX_DIGITS = 20;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxNumberLength(MAX_DIGITS)
                            .maxDocumentLength(MAX_BYTES)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private DescriptionJson() {}

    /** Returns true if a text has the form of a router's name: letters, digits, hyphens, dots and underscores. */
    public static boolean isName(String text) {
        return DescriptionReader.isName(text);
    }

    /** Reads a description. Accepts any bytes. */
    public static Reading read(byte[] json) {
        if (json.length > MAX_BYTES) {
            return new Reading.Refused("the description has " + json.length + " bytes, more than " + MAX_BYTES);
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(json))
                    .toString();
            return new DescriptionReader().read(MAPPER.readTree(text));
        } catch (CharacterCodingException e) {
            return new Reading.Refused("the description is not UTF-8");
        } catch (JacksonException e) {
            return new Reading.Refused(
                    "the description is not JSON: " + NetworkText.clean(firstLine(e.getOriginalMessage()), 300));
        }
    }

    /** Returns the JSON Schema of descriptions, which docs/reference/router-description.schema.json shows. */
    public static String schema() throws IOException {
        try (InputStream in = DescriptionJson.class.getResourceAsStream(SCHEMA)) {
            return new String(Objects.requireNonNull(in, SCHEMA).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Returns the shortest JSON of a description: members without a value are absent. */
    public static byte[] write(RouterDescription description) {
        return MAPPER.writeValueAsString(toTree(description)).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the JSON of a description as a tree, for responses that contain it. */
    public static ObjectNode toTree(RouterDescription description) {
        ObjectNode json = MAPPER.createObjectNode();
        json.put("name", description.name());
        json.put("as", description.asn());
        description.confederationMembers().stream()
                .sorted()
                .forEach(member -> json.withArray("confederation-members").add(member));
        put(json, Grant.TRANSPARENT_PEERS.label(), description.transparentPeers(), PeerSelector::toString);
        put(json, Grant.LOOP_ALLOWED_PEERS.label(), description.loopAllowedPeers(), PeerSelector::toString);
        put(json, Grant.DUAL_PATH_PEERS.label(), description.dualPathPeers(), PeerSelector::toString);
        if (!description.roles().isEmpty()) {
            ObjectNode roles = json.putObject(Grant.ROLES.label());
            for (NeighborRole role : NeighborRole.values()) {
                put(
                        roles,
                        DescriptionReader.label(role),
                        description.roles().getOrDefault(role, List.of()),
                        PeerSelector::toString);
            }
        }
        put(json, "views", description.views().stream().sorted().toList(), DescriptionReader::label);
        put(json, "peers", description.peers(), PeerSelector::toString);
        description.maxPeers().ifPresent(max -> json.put("max-peers", max));
        return json;
    }

    private static <T> void put(ObjectNode json, String name, List<T> values, Function<T, String> text) {
        if (!values.isEmpty()) {
            ArrayNode array = json.putArray(name);
            values.forEach(value -> array.add(text.apply(value)));
        }
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("");
    }
}
