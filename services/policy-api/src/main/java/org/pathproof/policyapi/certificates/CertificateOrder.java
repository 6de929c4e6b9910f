// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.certificates;

import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.onboarding.DescriptionJson;
import org.pathproof.onboarding.Reading;
import org.pathproof.onboarding.RouterDescription;
import org.pathproof.onboarding.authority.Pem;
import org.pathproof.policyapi.rest.BadRequestException;
import org.pathproof.wire.NetworkText;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The body of a request for a certificate.
 *
 * @param key public key of the router, of a request with a verified signature
 * @param otherNames further names of the certificate
 */
record CertificateOrder(PublicKey key, RouterDescription description, List<String> otherNames) {
    private static final int MAX_BYTES = 64 * 1024;
    private static final int MAX_NAMES = 20;
    private static final Set<String> MEMBERS = Set.of("request", "description", "names");
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .build();

    /** Reads a body; throws BadRequestException with the member and the reason. */
    static CertificateOrder read(byte[] body) {
        if (body.length > MAX_BYTES) {
            throw new BadRequestException("the body has " + body.length + " bytes, more than " + MAX_BYTES);
        }
        JsonNode json = parse(body);
        for (String member : json.propertyNames()) {
            if (!MEMBERS.contains(member)) {
                throw new BadRequestException("unknown member: " + NetworkText.clean(member, 80));
            }
        }
        return new CertificateOrder(
                key(json.get("request")), description(json.get("description")), names(json.get("names")));
    }

    private static JsonNode parse(byte[] body) {
        try {
            JsonNode json = MAPPER.readTree(new String(body, StandardCharsets.UTF_8));
            if (json.isObject()) {
                return json;
            }
        } catch (JacksonException e) {
            throw new BadRequestException(
                    "the body is not JSON: " + NetworkText.clean(String.valueOf(e.getOriginalMessage()), 300));
        }
        throw new BadRequestException("the body is not a JSON object with request and description");
    }

    private static PublicKey key(@Nullable JsonNode request) {
        if (request == null || !request.isString()) {
            throw new BadRequestException("request: a PKCS #10 request in PEM is missing");
        }
        try {
            return Pem.request(request.stringValue(), "request").key();
        } catch (CertificateException e) {
            throw new BadRequestException("request: " + e.getMessage());
        }
    }

    private static RouterDescription description(@Nullable JsonNode description) {
        if (description == null) {
            throw new BadRequestException("description: missing");
        }
        return switch (DescriptionJson.read(description.toString().getBytes(StandardCharsets.UTF_8))) {
            case Reading.Described(RouterDescription described) -> described;
            case Reading.Refused(String reason) -> throw new BadRequestException("description: " + reason);
        };
    }

    private static List<String> names(@Nullable JsonNode names) {
        if (names == null) {
            return List.of();
        }
        if (!names.isArray() || names.size() > MAX_NAMES) {
            throw new BadRequestException("names: a list of at most " + MAX_NAMES + " names is expected");
        }
        List<String> read = new ArrayList<>();
        for (JsonNode name : names) {
            if (!name.isString() || !DescriptionJson.isName(name.stringValue())) {
                throw new BadRequestException("names: expected letters, digits, hyphens, dots and underscores, not "
                        + NetworkText.clean(name.toString(), 80));
            }
            read.add(name.stringValue());
        }
        return List.copyOf(read);
    }
}
