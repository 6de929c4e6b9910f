// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.openapi;

import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.BooleanSchema;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.policyapi.store.Match;
import org.pathproof.policyapi.store.OriginVerdict;

/** The query parameters of all operations: what they mean, and what they may be. */
public enum QueryParameter {
    PREFIX("prefix", "A prefix, such as 192.0.2.0/24 or 2001:db8::/32", text("192.0.2.0/24")),
    MATCH("match", "How prefix is meant; exact when left out", oneOf(labels(Match.values(), Match::label))),
    STATE("state", "Path states", listOf(labels(PathState.values(), PathState::name))),
    ORIGIN_STATE("origin_state", "Origin states", listOf(labels(OriginVerdict.values(), OriginVerdict::label))),
    FINDING("finding", "Rules that are broken", listOf(labels(Rule.values(), Rule::label))),
    ROUTER("router", "A router by hash, address or name", text("10.0.0.1")),
    PEER("peer", "A peer by hash, address or AS", text("AS64496")),
    ASN("asn", "An AS number, with or without AS: anywhere in the path, of a key, or of a VRP", asNumber()),
    ORIGIN_AS("origin_as", "The AS at the end of the path", asNumber()),
    VIEW(
            "view",
            "A RIB view",
            oneOf(List.of("adj-rib-in-pre", "adj-rib-in-post", "adj-rib-out-pre", "adj-rib-out-post", "loc-rib"))),
    LIMIT("limit", "Elements of the answer, at most", limit()),
    CURSOR("cursor", "The cursor of the page before", text(null)),
    SESSION_STATE("state", "A state of sessions", oneOf(List.of("UP", "SYNCING", "LOST", "DOWN"))),
    SKI("ski", "A Subject Key Identifier, 40 hexadecimal digits", new StringSchema().pattern("^[0-9A-Fa-f]{40}$")),
    COVERING("covering", "An address, such as 192.0.2.7, or a prefix", text("192.0.2.7")),
    TYPE("type", "Events of one type", oneOf(List.of("UPDATE", "RIS_PEER_STATE"))),
    LAST_EVENT_ID("last_event_id", "Go on behind this event; the header Last-Event-ID does the same", text(null)),
    NEIGHBOR("neighbor", "A neighbour by hash, address or AS; a set for each when left out", text("192.0.2.1")),
    NAME(
            "name",
            "The name of the set; PATHPROOF when left out",
            new StringSchema().pattern("^[A-Za-z_][A-Za-z0-9_]{0,47}$")),
    MALFORMED("malformed", "true for MALFORMED paths, too", new BooleanSchema());

    /** The filters of routes and of the event stream. */
    public static final List<QueryParameter> FILTERS =
            List.of(PREFIX, MATCH, STATE, ORIGIN_STATE, FINDING, ROUTER, PEER, ASN, ORIGIN_AS, VIEW);

    private final String wireName;
    private final String description;

    @SuppressWarnings("ImmutableEnumChecker") // only read
    private final Schema<?> schema;

    QueryParameter(String wireName, String description, Schema<?> schema) {
        this.wireName = wireName;
        this.description = description;
        this.schema = schema;
    }

    String wireName() {
        return wireName;
    }

    public Parameter describe(boolean required) {
        return new Parameter()
                .in("query")
                .name(wireName)
                .description(description)
                .required(required)
                .schema(schema);
    }

    /** Describes a parameter in a path: one of the same name, or the id of a route. */
    public static void describePath(Parameter parameter) {
        switch (parameter.getName()) {
            case "asn" -> parameter.description(ASN.description).schema(ASN.schema);
            case "prefix" ->
                parameter
                        .description(PREFIX.description + "; its slash as it is, or as %2F")
                        .schema(PREFIX.schema);
            default -> parameter.description("The id of a route").schema(new StringSchema().minLength(1));
        }
    }

    /** The names that an operation accepts. */
    public static Set<String> names(Accepts accepts) {
        Set<String> names = new TreeSet<>();
        if (accepts.filters()) {
            FILTERS.forEach(filter -> names.add(filter.wireName));
        }
        Arrays.stream(accepts.required()).forEach(parameter -> names.add(parameter.wireName));
        Arrays.stream(accepts.value()).forEach(parameter -> names.add(parameter.wireName));
        return names;
    }

    private static <E extends Enum<E>> List<String> labels(E[] all, Function<E, String> label) {
        return Arrays.stream(all).map(label).toList();
    }

    private static Schema<?> text(@Nullable String example) {
        Schema<?> schema = new StringSchema();
        if (example != null) {
            schema.setExample(example);
        }
        return schema;
    }

    private static Schema<?> oneOf(List<String> values) {
        StringSchema schema = new StringSchema();
        values.forEach(schema::addEnumItem);
        return schema;
    }

    private static Schema<?> listOf(List<String> values) {
        return new ArraySchema().items(oneOf(values));
    }

    private static Schema<?> asNumber() {
        Schema<?> schema = new StringSchema().pattern("^(AS)?[0-9]{1,9}$");
        schema.setExample("AS64496");
        return schema;
    }

    private static Schema<?> limit() {
        return new IntegerSchema().minimum(BigDecimal.ONE).maximum(BigDecimal.valueOf(10_000));
    }
}
