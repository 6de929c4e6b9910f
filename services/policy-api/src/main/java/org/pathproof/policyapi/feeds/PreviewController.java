// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.policyapi.rest.ParameterDescriptions;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.policyapi.web.RequestRefusedException;
import org.pathproof.routerfeeds.bgp.OverrideFeeds;
import org.pathproof.routerfeeds.policy.PolicyStore;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Previews policies on the current routes. One preview runs at a time, because each decides about all routes. */
@RestController
public final class PreviewController {
    private static final int MAX_LIMIT = 10_000;

    private final OverrideFeeds feeds;
    private final PolicyStore policies;
    private final Readiness readiness;
    private final Semaphore running = new Semaphore(1);

    public PreviewController(OverrideFeeds feeds, PolicyStore policies, Readiness readiness) {
        this.feeds = feeds;
        this.policies = policies;
        this.readiness = readiness;
    }

    @PostMapping(
            path = "/api/v1/feeds/preview",
            consumes = {MediaType.APPLICATION_JSON_VALUE, PolicyBody.YAML},
            produces = MediaType.APPLICATION_JSON_VALUE)
    @RequestBody(
            required = true,
            description = "The policy to preview",
            content = {
                @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(type = "object")),
                @Content(mediaType = PolicyBody.YAML, schema = @Schema(type = "string"))
            })
    PreviewJson preview(
            @RequestParam(defaultValue = "1000")
                    @Parameter(description = ParameterDescriptions.LIMIT)
                    @Min(value = 1, message = "is less than {value}")
                    @Max(value = MAX_LIMIT, message = "is more than {value}")
                    int limit,
            @RequestParam(required = false) @Parameter(description = ParameterDescriptions.CURSOR) @Nullable
                    String cursor,
            HttpServletRequest request)
            throws IOException {
        PolicyDocument document = PolicyBody.read(request);
        PreviewCursor after = cursor == null ? null : PreviewCursor.parse(cursor);
        readiness.requireStore();
        if (!running.tryAcquire()) {
            throw new RequestRefusedException(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "preview-running",
                    "another preview is running; one runs at a time");
        }
        try {
            return preview(document, limit, after);
        } finally {
            running.release();
        }
    }

    private PreviewJson preview(PolicyDocument document, int limit, @Nullable PreviewCursor after) {
        List<PreviewJson.Router> routers = new ArrayList<>();
        PreviewPage page = new PreviewPage(limit, after);
        feeds.preview(document)
                .forEach(router ->
                        routers.add(PreviewJson.Router.of(router, page.add(router.router(), router.changes()))));
        return new PreviewJson(policies.state().isSwitchedOff(), routers, page.changes(), page.cursor());
    }
}
