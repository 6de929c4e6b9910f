// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.rpki;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.rest.AsNumber;
import org.pathproof.policyapi.rest.MappedIterator;
import org.pathproof.policyapi.rest.ParameterDescriptions;
import org.pathproof.policyapi.rest.ParameterText;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.RouteTable.SigningKey;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.Vrp;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Serves the current RPKI set: router keys and VRPs. */
@RestController
public final class RpkiController {
    private static final int MAX_LIMIT = 100_000;
    private static final String SKI = "^(:*[0-9A-Fa-f]){40}:*$";
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
     * @param total number of matching keys on all pages
     * @param cursor parameter for the next page; absent on the last page
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
     * @param routes number of stored routes with a signature of this key
     */
    public record Key(long asn, String ski, String pubkey, int routes) {}

    /** VRPs. {@code total} and {@code cursor} have the same meaning as in {@link Keys}. */
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

    @GetMapping(path = "/api/v1/keys", produces = MediaType.APPLICATION_JSON_VALUE)
    public Keys keys(
            @RequestParam(required = false)
                    @Parameter(description = "The AS number of the keys, with or without AS", example = "AS64496")
                    @Nullable
                    AsNumber asn,
            @RequestParam(required = false)
                    @Parameter(description = "A Subject Key Identifier: 40 hexadecimal digits, with or without colons")
                    @Pattern(regexp = SKI, message = "is not an SKI: 40 hexadecimal digits, with or without colons")
                    @Nullable
                    String ski,
            @RequestParam(defaultValue = "1000")
                    @Parameter(description = ParameterDescriptions.LIMIT)
                    @Min(value = 1, message = ParameterDescriptions.TOO_SMALL)
                    @Max(value = MAX_LIMIT, message = ParameterDescriptions.TOO_LARGE)
                    int limit,
            @RequestParam(required = false) @Parameter(description = ParameterDescriptions.CURSOR) @Nullable
                    RouterKey cursor) {
        String wantedSki = ski == null ? null : ski.replace(":", "").toLowerCase(Locale.ROOT);
        RpkiSet set = readiness.requireRpki();
        RpkiPage<RouterKey> page = RpkiPage.of(
                set.allRouterKeys().stream().filter(key -> matches(key, asn, wantedSki)), KEY_ORDER, cursor, limit);
        List<RouterKey> shown = page.elements();
        Map<SigningKey, Integer> routes = table.routesSignedWith(
                shown.stream().map(RpkiController::signingKey).collect(Collectors.toSet()));
        return new Keys(
                set.serial().toLong(),
                set.sessionId(),
                page.total(),
                () -> MappedIterator.map(shown.iterator(), key -> json(key, routes.getOrDefault(signingKey(key), 0))),
                page.more() ? cursor(shown.getLast()) : null);
    }

    private static String cursor(RouterKey key) {
        return RpkiPage.cursor(key.asn(), key.ski().toHex(), key.spki().toHex());
    }

    /** Parses a cursor of {@link #keys}; throws IllegalArgumentException if the text is not such a cursor. */
    public static RouterKey keyCursor(String cursor) {
        String[] parts = RpkiPage.parts(cursor, 3);
        return new RouterKey(ParameterText.asNumber(parts[0]), Bytes.fromHex(parts[1]), Bytes.fromHex(parts[2]));
    }

    private static boolean matches(RouterKey key, @Nullable AsNumber asn, @Nullable String ski) {
        return (asn == null || asn.value() == key.asn())
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

    /** Returns VRPs, optionally only those of an AS and those that cover a prefix. */
    @GetMapping(path = "/api/v1/vrps", produces = MediaType.APPLICATION_JSON_VALUE)
    public Vrps vrps(
            @RequestParam(required = false)
                    @Parameter(description = "The AS number of the VRPs, with or without AS", example = "AS64496")
                    @Nullable
                    AsNumber asn,
            @RequestParam(required = false)
                    @Parameter(
                            description = "A prefix that the VRPs cover, such as 192.0.2.0/24",
                            example = "192.0.2.0/24")
                    @Nullable
                    Prefix prefix,
            @RequestParam(defaultValue = "1000")
                    @Parameter(description = ParameterDescriptions.LIMIT)
                    @Min(value = 1, message = ParameterDescriptions.TOO_SMALL)
                    @Max(value = MAX_LIMIT, message = ParameterDescriptions.TOO_LARGE)
                    int limit,
            @RequestParam(required = false) @Parameter(description = ParameterDescriptions.CURSOR) @Nullable
                    Vrp cursor) {
        RpkiSet set = readiness.requireRpki();
        Stream<Vrp> from = prefix == null ? set.allVrps().stream() : set.covering(prefix).stream();
        RpkiPage<Vrp> page =
                RpkiPage.of(from.filter(vrp -> asn == null || asn.value() == vrp.asn()), VRP_ORDER, cursor, limit);
        List<Vrp> shown = page.elements();
        return new Vrps(
                set.serial().toLong(),
                set.sessionId(),
                page.total(),
                () -> MappedIterator.map(
                        shown.iterator(),
                        vrp -> new VrpJson(vrp.asn(), vrp.prefix().toString(), vrp.maxLength())),
                page.more() ? cursor(shown.getLast()) : null);
    }

    private static String cursor(Vrp vrp) {
        return RpkiPage.cursor(vrp.prefix(), vrp.maxLength(), vrp.asn());
    }

    /** Parses a cursor of {@link #vrps}; throws IllegalArgumentException if the text is not such a cursor. */
    public static Vrp vrpCursor(String cursor) {
        String[] parts = RpkiPage.parts(cursor, 3);
        return new Vrp(
                Prefix.ofFormatted(parts[0]), ParameterText.prefixLength(parts[1]), ParameterText.asNumber(parts[2]));
    }
}
