// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import io.swagger.v3.oas.annotations.Parameter;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Pattern;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.rest.ParameterDescriptions;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.policyapi.store.SessionSelector;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RestController;

/**
 * Serves prefix sets over HTTP. Equal sets give equal bytes and the same ETag, so a router that polls every minute
 * downloads only changed files. While the store is incomplete, the response is an error, never a set that lacks
 * prefixes.
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

    @GetMapping(path = "/api/v1/export/frr", produces = MediaType.TEXT_PLAIN_VALUE)
    public ResponseEntity<byte[]> frr(@Valid @ModelAttribute @ParameterObject ExportParameters parameters) {
        return answer(parameters, FrrPrefixList::format);
    }

    @GetMapping(path = "/api/v1/export/bird", produces = MediaType.TEXT_PLAIN_VALUE)
    public ResponseEntity<byte[]> bird(@Valid @ModelAttribute @ParameterObject ExportParameters parameters) {
        return answer(parameters, BirdPrefixSet::format);
    }

    /**
     * The query parameters of both operations.
     *
     * @param name a name that FRR and BIRD both accept
     */
    public record ExportParameters(
            @Parameter(description = ParameterDescriptions.ROUTER, example = "10.0.0.1") @Nullable
            SessionSelector router,

            @Parameter(
                    description =
                            "A neighbour, by hash, address or AS number. If absent, the answer has a set for each neighbour",
                    example = "192.0.2.1")
            @Nullable
            SessionSelector neighbor,

            @Parameter(description = "The name of the set; PATHPROOF if absent")
            @Pattern(
                    regexp = "^[A-Za-z_][A-Za-z0-9_]{0,47}$",
                    message = "is not a name (letters, digits and underscores, at most 48, not beginning with a digit)")
            @Nullable
            String name,

            @Parameter(description = "true adds the prefixes of MALFORMED paths") @Nullable
            Boolean malformed) {
        private PrefixSets.Request request() {
            return new PrefixSets.Request(
                    router, neighbor, name == null ? "PATHPROOF" : name, Boolean.TRUE.equals(malformed));
        }
    }

    private ResponseEntity<byte[]> answer(ExportParameters parameters, Function<List<PrefixSet>, String> format) {
        readiness.requireStore();
        byte[] body = format.apply(sets.of(parameters.request())).getBytes(StandardCharsets.UTF_8);
        return ResponseEntity.ok()
                .contentType(TEXT)
                .cacheControl(CacheControl.noCache())
                .eTag('"' + sha256(body) + '"')
                .body(body);
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
