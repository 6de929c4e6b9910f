// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.feeds.policy.PolicyWriter;
import org.pathproof.policyapi.rest.BadRequestException;
import org.pathproof.policyapi.rest.NotFoundException;
import org.pathproof.policyapi.rest.ParameterDescriptions;
import org.pathproof.policyapi.rest.PreconditionException;
import org.pathproof.routerfeeds.policy.AcceptedChange;
import org.pathproof.routerfeeds.policy.PolicyLog;
import org.pathproof.routerfeeds.policy.PolicyState;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows and changes the policy of the feeds, and the switch. */
@RestController
public final class PolicyController {
    static final String REASON = "Reason of the change, for the history";
    static final int MAX_REASON = 1024;
    static final String FORCE = "true confirms a change with a loss, which otherwise gets 409";
    static final String TOO_LONG = "has more than {max} characters";

    private static final Pattern ETAG = Pattern.compile("(?:W/)?\"(\\d{1,18})\"");

    private final PolicyChanges changes;

    public PolicyController(PolicyChanges changes) {
        this.changes = changes;
    }

    /**
     * The result of a change.
     *
     * @param version version of the policy after the change
     * @param losses a sentence for each loss by a confirmed change
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Changed(long version, List<String> losses) {}

    @GetMapping(path = "/api/v1/feeds", produces = MediaType.APPLICATION_JSON_VALUE)
    FeedStateJson feeds() {
        return FeedStateJson.of(changes.state());
    }

    @GetMapping(path = "/api/v1/feeds/policy", produces = MediaType.APPLICATION_JSON_VALUE)
    @ApiResponse(
            responseCode = "200",
            description = "The policy; ETag has its version",
            content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(type = "object")))
    public ResponseEntity<Map<String, Object>> policyAsJson() {
        PolicyState state = changes.state();
        return ResponseEntity.ok()
                .header(HttpHeaders.ETAG, etag(state.version()))
                .body(PolicyWriter.tree(state.document()));
    }

    @GetMapping(path = "/api/v1/feeds/policy", produces = PolicyBody.YAML)
    @ApiResponse(
            responseCode = "200",
            description = "The policy; ETag has its version",
            content = @Content(mediaType = PolicyBody.YAML, schema = @Schema(type = "string")))
    public ResponseEntity<byte[]> policyAsYaml() {
        PolicyState state = changes.state();
        String text = state.policy().map(AcceptedChange.Policy::text).orElse(PolicyWriter.write(PolicyDocument.EMPTY));
        return ResponseEntity.ok()
                .header(HttpHeaders.ETAG, etag(state.version()))
                .body(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String etag(long version) {
        return "\"" + version + "\"";
    }

    @PutMapping(
            path = "/api/v1/feeds/policy",
            consumes = {MediaType.APPLICATION_JSON_VALUE, PolicyBody.YAML},
            produces = MediaType.APPLICATION_JSON_VALUE)
    @RequestBody(
            required = true,
            description = "The whole policy",
            content = {
                @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(type = "object")),
                @Content(mediaType = PolicyBody.YAML, schema = @Schema(type = "string"))
            })
    public Changed replace(
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Parameter(
                            description = "ETag of the policy that the new one replaces, or * for any. Without it,"
                                    + " the version field of the body names that policy")
                    @Nullable
                    String ifMatch,
            @RequestParam(required = false)
                    @Parameter(description = REASON)
                    @Size(max = MAX_REASON, message = TOO_LONG)
                    @Nullable
                    String reason,
            @RequestParam(defaultValue = "false") @Parameter(description = FORCE) boolean force,
            HttpServletRequest request)
            throws IOException {
        PolicyDocument document = PolicyBody.read(request);
        PolicyState before = changes.state();
        PolicyChanges.Result result =
                changes.replace(document, before, expected(ifMatch, document, before), force, reason, request);
        return new Changed(result.version(), result.losses());
    }

    /** Returns the version that a new policy replaces. */
    private static long expected(@Nullable String ifMatch, PolicyDocument document, PolicyState state) {
        if (ifMatch == null) {
            if (document.version() == 0) {
                throw PreconditionException.required("If-Match must have the ETag of the policy that you change, now "
                        + etag(state.version()) + ", or the policy must have the field version");
            }
            return document.version();
        }
        if (ifMatch.equals("*")) {
            if (document.version() != 0 && document.version() != state.version()) {
                throw PreconditionException.failed("the document is an edit of version " + document.version()
                        + ", but version " + state.version() + " is in force"
                        + state.policy()
                                .map(policy -> ", changed by " + policy.by())
                                .orElse("")
                        + ": edit that version, or remove the field version from the document");
            }
            return state.version();
        }
        Matcher matcher = ETAG.matcher(ifMatch);
        if (!matcher.matches()) {
            throw new BadRequestException("If-Match must be * or an ETag such as " + etag(state.version()));
        }
        return Long.parseLong(matcher.group(1));
    }

    @GetMapping(path = "/api/v1/feeds/history", produces = MediaType.APPLICATION_JSON_VALUE)
    HistoryJson history(
            @RequestParam(defaultValue = "100")
                    @Parameter(description = ParameterDescriptions.LIMIT)
                    @Min(value = 1, message = "is less than {value}")
                    @Max(value = PolicyLog.MAX_CHANGES, message = "is more than {value}")
                    int limit,
            @RequestParam(required = false) @Parameter(description = ParameterDescriptions.CURSOR) @Nullable
                    String cursor) {
        return HistoryJson.of(changes.state(), cursor == null ? null : HistoryCursor.parse(cursor), limit);
    }

    @GetMapping(path = "/api/v1/feeds/history/{version}", produces = MediaType.APPLICATION_JSON_VALUE)
    HistoryJson.Version version(
            @PathVariable
                    @Parameter(description = "A version of the policy")
                    @Min(value = 1, message = "is less than 1")
                    long version) {
        return changes.state().history().stream()
                .filter(AcceptedChange.Policy.class::isInstance)
                .map(AcceptedChange.Policy.class::cast)
                .filter(policy -> policy.version() == version)
                .findFirst()
                .map(HistoryJson.Version::of)
                .orElseThrow(() -> new NotFoundException("the history has no version " + version));
    }

    @PostMapping(path = "/api/v1/feeds/off", produces = MediaType.APPLICATION_JSON_VALUE)
    FeedStateJson off(
            @RequestParam(required = false)
                    @Parameter(description = REASON)
                    @Size(max = MAX_REASON, message = TOO_LONG)
                    @Nullable
                    String reason,
            HttpServletRequest request) {
        long announced = changes.setSwitch(true, reason, request);
        return FeedStateJson.of(changes.state()).withdrawing(announced);
    }

    @PostMapping(path = "/api/v1/feeds/on", produces = MediaType.APPLICATION_JSON_VALUE)
    FeedStateJson on(
            @RequestParam(required = false)
                    @Parameter(description = REASON)
                    @Size(max = MAX_REASON, message = TOO_LONG)
                    @Nullable
                    String reason,
            HttpServletRequest request) {
        long _ = changes.setSwitch(false, reason, request);
        return FeedStateJson.of(changes.state());
    }
}
