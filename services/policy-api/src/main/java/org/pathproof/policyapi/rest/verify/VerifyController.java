// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.verify;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.policyapi.rest.AsNumber;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.policyapi.settings.PolicyApiSettings;
import org.pathproof.policyapi.web.RequestRefusedException;
import org.pathproof.policyapi.web.TimeBudget;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.updates.PeerKind;
import org.pathproof.updates.Request;
import org.pathproof.updates.UpdateValidator;
import org.pathproof.wire.admission.ClientSite;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Validates UPDATE messages under the RPKI set in force. The responses have the format of {@code pathproof verify}.
 * Each client has a limited validation time per minute, because a request costs CPU time.
 */
@RestController
public final class VerifyController {
    private static final String NDJSON = MediaType.APPLICATION_NDJSON_VALUE;

    /** Number of updates whose signatures are verified together. */
    private static final int CHUNK = 64;

    private final Readiness readiness;
    private final SignatureVerifier verifier;
    private final PolicyApiSettings settings;
    private final TimeBudget budget;

    public VerifyController(Readiness readiness, SignatureVerifier verifier, PolicyApiSettings settings) {
        this.readiness = readiness;
        this.verifier = verifier;
        this.settings = settings;
        this.budget = new TimeBudget(settings.verifyTime(), System::nanoTime);
    }

    /** Returns one line of JSON for each update, in the order of the request. */
    @PostMapping(
            path = "/api/v1/verify",
            consumes = {MediaType.APPLICATION_OCTET_STREAM_VALUE, MediaType.TEXT_PLAIN_VALUE, NDJSON})
    @RequestBody(
            required = true,
            description = "BGP messages one after the other, binary or in hexadecimal; or lines of "
                    + "{\"id\",\"update\":\"hex\",\"target_as\":N,\"peer_as\":N}",
            content = {
                @Content(
                        mediaType = MediaType.APPLICATION_OCTET_STREAM_VALUE,
                        schema = @Schema(type = "string", format = "binary")),
                @Content(mediaType = MediaType.TEXT_PLAIN_VALUE, schema = @Schema(type = "string")),
                @Content(mediaType = NDJSON, schema = @Schema(type = "string"))
            })
    @ApiResponse(
            responseCode = "200",
            description = "One line for each update",
            content = @Content(mediaType = NDJSON, schema = @Schema(type = "string")))
    public ResponseEntity<byte[]> verify(
            @RequestParam(name = "target_as", required = false)
                    @Parameter(
                            description = "AS of the router that received the updates; only lines of NDJSON may have"
                                    + " their own instead",
                            example = "AS64496")
                    @Nullable
                    AsNumber targetAs,
            @RequestParam(name = "peer_as", required = false)
                    @Parameter(description = "AS of the sending router; without it, the newest hop is not compared")
                    @Nullable
                    AsNumber peerAs,
            @RequestParam(name = "confederation_peer", defaultValue = "false")
                    @Parameter(description = "The sender is a member of the receiver's AS confederation")
                    boolean confederationPeer,
            @RequestParam(name = "transparent_peer", defaultValue = "false")
                    @Parameter(description = "The sender may set pCount 0: a route server, or an AS in migration")
                    boolean transparentPeer,
            @RequestParam(name = "explain", defaultValue = "false")
                    @Parameter(
                            description = "Add the signed bytes of each hop, and findings of blocks that a VALID"
                                    + " path did not need")
                    boolean explain,
            HttpServletRequest request)
            throws IOException {
        String client = request.getRemoteUser() == null
                ? ClientSite.parse(request.getRemoteAddr()).toString()
                : request.getRemoteUser();
        if (!budget.isOpen(client)) {
            throw new RequestRefusedException(
                    HttpStatus.TOO_MANY_REQUESTS,
                    "verify-time",
                    client + " has used " + settings.verifyTime().toSeconds()
                            + " s of validation per minute (pathproof.policy-api.verify-time)");
        }
        RpkiSet rpki = readiness.requireRpki();
        byte[] body = request.getInputStream().readAllBytes();
        long started = System.nanoTime();
        try {
            VerifyInput input = new VerifyInput(asn(targetAs), asn(peerAs), settings.maxVerify());
            String type = request.getContentType();
            List<Supplier<Request>> requests =
                    type != null && MediaType.valueOf(type).isCompatibleWith(MediaType.APPLICATION_NDJSON)
                            ? input.ofLines(new String(body, StandardCharsets.UTF_8))
                            : input.ofMessages(body);
            UpdateValidator validator = new UpdateValidator(
                    rpki::routerKeys, verifier, new PeerKind(confederationPeer, transparentPeer, false), explain, 1);
            VerifyResponses responses = new VerifyResponses(explain);
            int chunk = explain ? 1 : CHUNK; // signed bytes take much memory
            for (int at = 0; at < requests.size(); at += chunk) {
                validator.validate(requests.subList(at, Math.min(at + chunk, requests.size())), responses::add);
            }
            return ResponseEntity.ok().contentType(MediaType.APPLICATION_NDJSON).body(responses.bytes());
        } finally {
            budget.use(client, System.nanoTime() - started);
        }
    }

    private static OptionalLong asn(@Nullable AsNumber asn) {
        return asn == null ? OptionalLong.empty() : OptionalLong.of(asn.value());
    }
}
