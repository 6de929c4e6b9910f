// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.openapi.Accepts;
import org.pathproof.policyapi.openapi.QueryParameter;
import org.pathproof.policyapi.store.RouteTable;
import org.pathproof.policyapi.store.RouteTable.SigningKey;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.Vrp;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The RPKI set that verdicts are made by: router keys and VRPs. */
@RestController
public final class RpkiController {
    private static final int LIMIT = 1_000;
    private static final int MAX_LIMIT = 100_000;
    private static final Comparator<RouterKey> KEY_ORDER = Comparator.comparingLong(RouterKey::asn)
            .thenComparing(RouterKey::ski)
            .thenComparing(RouterKey::spki);
    private static final Comparator<Vrp> VRP_ORDER =
            Comparator.comparing(Vrp::prefix).thenComparingInt(Vrp::maxLength).thenComparingLong(Vrp::asn);

    private final RouteTable table;
    private final Readiness readiness;

    public RpkiController(RouteTable table, Readiness readiness) {
        this.table = table;
        this.readiness = readiness;
    }

    /**
     * Router keys.
     *
     * @param total number of keys that fit, on all pages
     * @param cursor to be given back for the next page; absent on the last
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Keys(
            long serial,
            @JsonProperty("session_id") int sessionId,
            int total,

            @ArraySchema(schema = @Schema(implementation = Key.class))
            Iterable<Key> keys,

            @Nullable String cursor) {}

    /**
     * A router key.
     *
     * @param ski hexadecimal
     * @param pubkey SubjectPublicKeyInfo, base64
     * @param routes routes of the store that carry a signature by it
     */
    public record Key(long asn, String ski, String pubkey, int routes) {}

    /** VRPs; {@code total} and {@code cursor} as in {@link Keys}. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Vrps(
            long serial,
            @JsonProperty("session_id") int sessionId,
            int total,

            @ArraySchema(schema = @Schema(implementation = VrpJson.class))
            Iterable<VrpJson> vrps,

            @Nullable String cursor) {}

    /** A VRP. */
    @Schema(name = "Vrp")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record VrpJson(
            long asn,
            String prefix,
            @JsonProperty("max_length") int maxLength) {}

    @Accepts({QueryParameter.ASN, QueryParameter.SKI, QueryParameter.LIMIT, QueryParameter.CURSOR})
    @GetMapping(path = "/api/v1/keys", produces = MediaType.APPLICATION_JSON_VALUE)
    public Keys keys(HttpServletRequest request) {
        Parameters parameters = new Parameters(request);
        OptionalLong asn = parameters.asNumber("asn");
        String ski = parameters.parsed("ski", RpkiController::ski);
        int limit = parameters.limit("limit", LIMIT, MAX_LIMIT);
        RouterKey after = parameters.parsed("cursor", RpkiController::keyCursor);
        RpkiSet set = readiness.requireRpki();
        RpkiPage<RouterKey> page =
                RpkiPage.of(set.allRouterKeys().stream().filter(key -> fits(key, asn, ski)), KEY_ORDER, after, limit);
        List<RouterKey> shown = page.elements();
        Map<SigningKey, Integer> routes = table.routesSignedWith(
                shown.stream().map(RpkiController::signingKey).collect(Collectors.toSet()));
        return new Keys(
                set.serial().toLong(),
                set.sessionId(),
                page.total(),
                () -> Lazily.map(shown.iterator(), key -> json(key, routes.getOrDefault(signingKey(key), 0))),
                page.more() ? cursor(shown.getLast()) : null);
    }

    private static String cursor(RouterKey key) {
        return RpkiPage.cursor(key.asn(), key.ski().toHex(), key.spki().toHex());
    }

    private static RouterKey keyCursor(String cursor) {
        String[] parts = RpkiPage.parts(cursor, 3);
        return new RouterKey(Parameters.asn(parts[0]), Bytes.fromHex(parts[1]), Bytes.fromHex(parts[2]));
    }

    private static boolean fits(RouterKey key, OptionalLong asn, @Nullable String ski) {
        return (asn.isEmpty() || asn.getAsLong() == key.asn())
                && (ski == null || ski.equals(key.ski().toHex()));
    }

    private static SigningKey signingKey(RouterKey key) {
        return new SigningKey(key.asn(), key.ski());
    }

    private static Key json(RouterKey key, int routes) {
        return new Key(
                key.asn(),
                key.ski().toHex(),
                Base64.getEncoder().encodeToString(key.spki().toArray()),
                routes);
    }

    private static String ski(String text) {
        String hex = text.replace(":", "").toLowerCase(Locale.ROOT);
        if (!hex.matches("[0-9a-f]{40}")) {
            throw new IllegalArgumentException("is not an SKI: 40 hexadecimal digits");
        }
        return hex;
    }

    /** All of them, of an AS, or those that cover a prefix. */
    @Accepts({QueryParameter.ASN, QueryParameter.PREFIX, QueryParameter.LIMIT, QueryParameter.CURSOR})
    @GetMapping(path = "/api/v1/vrps", produces = MediaType.APPLICATION_JSON_VALUE)
    public Vrps vrps(HttpServletRequest request) {
        Parameters parameters = new Parameters(request);
        OptionalLong asn = parameters.asNumber("asn");
        Prefix prefix = parameters.parsed("prefix", Parameters::prefix);
        int limit = parameters.limit("limit", LIMIT, MAX_LIMIT);
        Vrp after = parameters.parsed("cursor", RpkiController::vrpCursor);
        RpkiSet set = readiness.requireRpki();
        Stream<Vrp> from = prefix == null ? set.allVrps().stream() : set.covering(prefix).stream();
        RpkiPage<Vrp> page =
                RpkiPage.of(from.filter(vrp -> asn.isEmpty() || asn.getAsLong() == vrp.asn()), VRP_ORDER, after, limit);
        List<Vrp> shown = page.elements();
        return new Vrps(
                set.serial().toLong(),
                set.sessionId(),
                page.total(),
                () -> Lazily.map(
                        shown.iterator(),
                        vrp -> new VrpJson(vrp.asn(), vrp.prefix().toString(), vrp.maxLength())),
                page.more() ? cursor(shown.getLast()) : null);
    }

    private static String cursor(Vrp vrp) {
        return RpkiPage.cursor(vrp.prefix(), vrp.maxLength(), vrp.asn());
    }

    private static Vrp vrpCursor(String cursor) {
        String[] parts = RpkiPage.parts(cursor, 3);
        return new Vrp(Parameters.prefix(parts[0]), Parameters.number(parts[1], 128), Parameters.asn(parts[2]));
    }
}
