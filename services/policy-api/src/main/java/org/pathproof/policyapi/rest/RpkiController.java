// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
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
import org.pathproof.policyapi.store.RouteTable;
import org.pathproof.policyapi.store.RouteTable.SigningKey;
import org.pathproof.rpki.RpkiSet;
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
    private static final int MAX_LIMIT = 1_000_000;

    private final RouteTable table;
    private final Readiness readiness;

    public RpkiController(RouteTable table, Readiness readiness) {
        this.table = table;
        this.readiness = readiness;
    }

    /**
     * Router keys.
     *
     * @param total how many fit, also those beyond the limit
     */
    public record Keys(
            long serial, @JsonProperty("session_id") int sessionId, int total, List<Key> keys) {}

    /**
     * A router key.
     *
     * @param ski hexadecimal
     * @param pubkey SubjectPublicKeyInfo, base64
     * @param routes routes of the store that carry a signature by it
     */
    public record Key(long asn, String ski, String pubkey, int routes) {}

    /** VRPs; {@code total} as in {@link Keys}. */
    public record Vrps(
            long serial, @JsonProperty("session_id") int sessionId, int total, List<VrpJson> vrps) {}

    /** A VRP. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record VrpJson(
            long asn,
            String prefix,
            @JsonProperty("max_length") int maxLength) {}

    @GetMapping(path = "/api/v1/keys", produces = MediaType.APPLICATION_JSON_VALUE)
    public Keys keys(HttpServletRequest request) {
        Parameters parameters = new Parameters(request).allow("asn", "ski", "limit");
        OptionalLong asn = parameters.asNumber("asn");
        String ski = parameters.parsed("ski", RpkiController::ski);
        int limit = parameters.limit("limit", LIMIT, MAX_LIMIT);
        RpkiSet set = readiness.requireRpki();
        List<RouterKey> fitting = set.allRouterKeys().stream()
                .filter(key -> fits(key, asn, ski))
                .sorted(Comparator.comparingLong(RouterKey::asn)
                        .thenComparing(RouterKey::ski)
                        .thenComparing(RouterKey::spki))
                .toList();
        List<RouterKey> shown = fitting.stream().limit(limit).toList();
        Map<SigningKey, Integer> routes = table.routesSignedWith(
                shown.stream().map(RpkiController::signingKey).collect(Collectors.toSet()));
        List<Key> keys = shown.stream()
                .map(key -> json(key, routes.getOrDefault(signingKey(key), 0)))
                .toList();
        return new Keys(set.serial().toLong(), set.sessionId(), fitting.size(), keys);
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
    @GetMapping(path = "/api/v1/vrps", produces = MediaType.APPLICATION_JSON_VALUE)
    public Vrps vrps(HttpServletRequest request) {
        Parameters parameters = new Parameters(request).allow("asn", "prefix", "limit");
        OptionalLong asn = parameters.asNumber("asn");
        Prefix prefix = parameters.parsed("prefix", Parameters::prefix);
        int limit = parameters.limit("limit", LIMIT, MAX_LIMIT);
        RpkiSet set = readiness.requireRpki();
        Stream<Vrp> from = prefix == null ? set.allVrps().stream() : set.covering(prefix).stream();
        List<Vrp> fitting = from.filter(vrp -> asn.isEmpty() || asn.getAsLong() == vrp.asn())
                .sorted(Comparator.comparing(Vrp::prefix)
                        .thenComparingInt(Vrp::maxLength)
                        .thenComparingLong(Vrp::asn))
                .toList();
        List<VrpJson> vrps = fitting.stream()
                .limit(limit)
                .map(vrp -> new VrpJson(vrp.asn(), vrp.prefix().toString(), vrp.maxLength()))
                .toList();
        return new Vrps(set.serial().toLong(), set.sessionId(), fitting.size(), vrps);
    }
}
