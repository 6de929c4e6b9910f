// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Size;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.feeds.policy.PolicyException;
import org.pathproof.feeds.policy.PolicyReader;
import org.pathproof.policyapi.rest.BadRequestException;
import org.pathproof.policyapi.rest.NotFoundException;
import org.pathproof.routerfeeds.policy.PolicyState;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows, adds and removes exceptions of the policy. Each change makes a new version of the policy. */
@RestController
public final class ExceptionsController {
    private final PolicyChanges changes;
    private final Clock clock;

    public ExceptionsController(PolicyChanges changes, Clock clock) {
        this.changes = changes;
        this.clock = clock;
    }

    /** The exceptions of a version of the policy, including expired ones. */
    record Exceptions(long version, List<ExceptionJson> exceptions) {}

    /** An added exception and the version of the policy with it. */
    record Added(long version, ExceptionJson exception) {}

    @GetMapping(path = "/api/v1/feeds/exceptions", produces = MediaType.APPLICATION_JSON_VALUE)
    Exceptions exceptions() {
        PolicyState state = changes.state();
        Instant now = Instant.now(clock);
        return new Exceptions(
                state.version(),
                state.document().exceptions().stream()
                        .map(exception -> ExceptionJson.of(exception, now))
                        .toList());
    }

    @PostMapping(
            path = "/api/v1/feeds/exceptions",
            consumes = {MediaType.APPLICATION_JSON_VALUE, PolicyBody.YAML},
            produces = MediaType.APPLICATION_JSON_VALUE)
    @RequestBody(
            required = true,
            description = "An exception, as in the policy: prefix, origin-as or neighbor-as; groups; owner, reason and"
                    + " expires",
            content = {
                @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(type = "object")),
                @Content(mediaType = PolicyBody.YAML, schema = @Schema(type = "string"))
            })
    Added add(
            @RequestParam(defaultValue = "false")
                    @Parameter(description = "true adds an exception of any length and breadth")
                    boolean force,
            HttpServletRequest request)
            throws IOException {
        String text = PolicyBody.text(request);
        Instant now = Instant.now(clock);
        AtomicReference<@Nullable PolicyException> added = new AtomicReference<>();
        long version = changes.edit(
                document -> {
                    PolicyDocument with = PolicyBody.require(PolicyReader.readException(text, "body", document));
                    PolicyException exception = with.exceptions().stream()
                            .filter(candidate -> !document.exceptions().contains(candidate))
                            .findFirst()
                            .orElseThrow(() -> new BadRequestException("the policy has this exception already"));
                    if (!exception.isActive(now)) {
                        throw new BadRequestException("expires " + exception.expires() + " is in the past");
                    }
                    changes.requireBounded(exception, force);
                    added.set(exception);
                    return with;
                },
                "exception added",
                request);
        PolicyException exception = added.get();
        if (exception == null) {
            throw new IllegalStateException("the change has no exception");
        }
        return new Added(version, ExceptionJson.of(exception, now));
    }

    @DeleteMapping(path = "/api/v1/feeds/exceptions/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
    PolicyController.Changed remove(
            @PathVariable @Parameter(description = "The id of an exception") String id,
            @RequestParam(required = false)
                    @Parameter(description = PolicyController.REASON)
                    @Size(max = PolicyController.MAX_REASON, message = PolicyController.TOO_LONG)
                    @Nullable
                    String reason,
            HttpServletRequest request) {
        long version = changes.edit(
                document -> {
                    List<PolicyException> rest = document.exceptions().stream()
                            .filter(exception -> !ExceptionJson.id(exception).equals(id))
                            .toList();
                    if (rest.size() == document.exceptions().size()) {
                        throw new NotFoundException("the policy has no exception " + id);
                    }
                    return document.withExceptions(rest);
                },
                reason == null ? "exception removed" : reason,
                request);
        return new PolicyController.Changed(version, List.of());
    }
}
