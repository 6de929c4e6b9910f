// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.openapi.Accepts;
import org.pathproof.policyapi.openapi.QueryParameter;
import org.pathproof.policyapi.rest.Parameters;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.policyapi.store.SessionSelector;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The prefix sets over HTTP. The same sets are the same octets, under an ETag of their hash, so that a router that asks every minute loads a file only
 * when it changed. While the store is not complete the answer is an error, never a set that is too small.
 */
@RestController
public final class ExportController {
    private static final MediaType TEXT = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);

    private final PrefixSets sets;
    private final Readiness readiness;

    public ExportController(PrefixSets sets, Readiness readiness) {
        this.sets = sets;
        this.readiness = readiness;
    }

    @Accepts({QueryParameter.ROUTER, QueryParameter.NEIGHBOR, QueryParameter.NAME, QueryParameter.MALFORMED})
    @GetMapping(path = "/api/v1/export/frr", produces = MediaType.TEXT_PLAIN_VALUE)
    public ResponseEntity<byte[]> frr(HttpServletRequest request) {
        return answer(request, FrrPrefixList::format);
    }

    @Accepts({QueryParameter.ROUTER, QueryParameter.NEIGHBOR, QueryParameter.NAME, QueryParameter.MALFORMED})
    @GetMapping(path = "/api/v1/export/bird", produces = MediaType.TEXT_PLAIN_VALUE)
    public ResponseEntity<byte[]> bird(HttpServletRequest request) {
        return answer(request, BirdPrefixSet::format);
    }

    private ResponseEntity<byte[]> answer(HttpServletRequest request, Function<List<PrefixSet>, String> format) {
        Parameters parameters = new Parameters(request);
        SessionSelector router = parameters.parsed("router", SessionSelector::parse);
        SessionSelector neighbour = parameters.parsed("neighbor", SessionSelector::parse);
        String name = name(parameters.parsed("name", ExportController::identifier));
        boolean malformed = parameters.flag("malformed");
        readiness.requireStore();
        byte[] body = format.apply(sets.of(new PrefixSets.Request(router, neighbour, name, malformed)))
                .getBytes(StandardCharsets.UTF_8);
        return ResponseEntity.ok()
                .contentType(TEXT)
                .cacheControl(CacheControl.noCache())
                .eTag('"' + sha256(body) + '"')
                .body(body);
    }

    private static String name(@Nullable String given) {
        return given == null ? "PATHPROOF" : given;
    }

    /** What both FRR and BIRD take as a name. */
    private static String identifier(String text) {
        if (!text.matches("[A-Za-z_][A-Za-z0-9_]{0,47}")) {
            throw new IllegalArgumentException(
                    "is not a name: letters, digits and underscores, no digit first, 48 at most");
        }
        return text;
    }

    private static String sha256(byte[] octets) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(octets), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
