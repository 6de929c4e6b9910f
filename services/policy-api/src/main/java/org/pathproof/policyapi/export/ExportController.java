// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.pathproof.policyapi.refusals.RefusalMemory;
import org.pathproof.policyapi.rest.BadRequestException;
import org.pathproof.policyapi.rest.GoneException;
import org.pathproof.policyapi.rest.NotFoundException;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.policyapi.settings.PolicyApiSettings;
import org.pathproof.verdictstore.store.Route;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.ServletWebRequest;
import tools.jackson.databind.json.JsonMapper;

/**
 * Serves prefix sets over HTTP, as a whole or as the change since a serial. Equal sets give equal bytes and the same
 * ETag, so a router that polls every minute downloads only changed files. While the store is incomplete, the response
 * is an error, never a set that lacks prefixes. Responses are written while they are formatted.
 */
@RestController
public final class ExportController {
    /** Header with the serial of the sets in a response. */
    static final String SERIAL = "Pathproof-Serial";

    private static final String PATH = "/api/v1/export/{format}";
    private static final String FORMAT = "frr, bird, openconfig, junos, ios-xr or sr-os";

    private final PrefixSets sets;
    private final RefusalMemory memory;
    private final Readiness readiness;
    private final int maxChanges;
    private final ExportHistory history;
    private final JsonMapper json;

    public ExportController(
            PrefixSets sets, RefusalMemory memory, Readiness readiness, PolicyApiSettings settings, JsonMapper json) {
        this.sets = sets;
        this.memory = memory;
        this.readiness = readiness;
        this.maxChanges = settings.exportMaxChanges();
        this.history = new ExportHistory(settings.exportHistory().toBytes());
        this.json = json;
    }

    /** Writes the present sets, the change since a serial, or a dry run. */
    @GetMapping(path = PATH)
    @ApiResponse(
            responseCode = "200",
            description = "The sets or their change; JSON for a dry run",
            content = {
                @Content(mediaType = "text/plain", schema = @Schema(type = "string")),
                @Content(mediaType = "application/yang-data+json", schema = @Schema(type = "object")),
                @Content(mediaType = "application/yang-patch+json", schema = @Schema(type = "object")),
                @Content(mediaType = "application/json", schema = @Schema(implementation = DryRun.class))
            })
    public void export(
            @PathVariable
                    @Parameter(
                            description = FORMAT,
                            schema =
                                    @Schema(
                                            type = "string",
                                            allowableValues = {"frr", "bird", "openconfig", "junos", "ios-xr", "sr-os"
                                            }))
                    String format,
            @Valid @ModelAttribute @ParameterObject ExportParameters parameters,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        ExportRenderer renderer = renderer(format);
        ChangeLimit limit = ChangeLimit.of(parameters, maxChanges, request);
        List<Route> listed = new ArrayList<>();
        ExportContent content = content(format, parameters, renderer, route -> {
            if (listed.size() <= memory.maxRoutes()) {
                listed.add(route);
            }
        });
        ExportContent since = parameters.since() == null ? null : earlier(parameters.since(), content.selection());
        List<PrefixSet> before = since == null ? List.of() : since.sets();
        if (parameters.isDryRun()) {
            ExportChange change = ExportChange.between(before, content.sets());
            writeDryRun(DryRun.of(content, parameters.since(), change, limit, renderer), response);
            return;
        }
        String tag = '"' + content.serial() + (since == null ? "" : '-' + since.serial()) + '"';
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-cache");
        response.setHeader(SERIAL, content.serial());
        if (new ServletWebRequest(request, response).checkNotModified(tag)) {
            listed.forEach(memory::remember);
            return;
        }
        limit.require(ExportChange.between(since == null ? held(request, content) : before, content.sets()));
        history.add(content);
        listed.forEach(memory::remember);
        response.setContentType(since == null ? renderer.wholeType() : renderer.changeType());
        response.setCharacterEncoding(StandardCharsets.UTF_8);
        if (request.getMethod().equals("HEAD")) {
            return;
        }
        try (Writer out = writer(response)) {
            if (since == null) {
                renderer.writeWhole(content, out);
            } else {
                renderer.writeChange(ExportChange.between(before, content.sets()), content.serial(), out);
            }
        }
    }

    /** Compares the present sets with the lists in a router's configuration. */
    @PostMapping(
            path = PATH,
            consumes = {
                MediaType.TEXT_PLAIN_VALUE,
                MediaType.APPLICATION_JSON_VALUE,
                "application/yang-data+json",
                MediaType.APPLICATION_OCTET_STREAM_VALUE
            },
            produces = MediaType.APPLICATION_JSON_VALUE)
    @RequestBody(
            required = true,
            description = "A configuration of a router in the format",
            content = {
                @Content(mediaType = "text/plain", schema = @Schema(type = "string")),
                @Content(mediaType = "application/json", schema = @Schema(type = "object")),
                @Content(mediaType = "application/yang-data+json", schema = @Schema(type = "object")),
                @Content(mediaType = "application/octet-stream", schema = @Schema(type = "string", format = "binary"))
            })
    public DryRun compare(
            @PathVariable @Parameter(description = FORMAT) String format,
            @Valid @ModelAttribute @ParameterObject ExportParameters parameters,
            HttpServletRequest request)
            throws IOException {
        ExportRenderer renderer = renderer(format);
        if (parameters.since() != null) {
            throw new BadRequestException("parameter since cannot be used with a posted configuration");
        }
        ChangeLimit limit = ChangeLimit.of(parameters, maxChanges, request);
        ExportContent content = content(format, parameters, renderer, ignored -> {});
        PostedLists posted = new PostedLists(content.selection());
        try {
            renderer.read(
                    new BufferedReader(new InputStreamReader(request.getInputStream(), StandardCharsets.UTF_8)),
                    posted);
        } catch (IllegalArgumentException e) {
            throw new BadRequestException("the configuration cannot be read: " + e.getMessage());
        }
        ExportChange change = ExportChange.between(posted.sets(), content.sets());
        return DryRun.of(content, null, change, limit, renderer);
    }

    private static ExportRenderer renderer(String format) {
        return ExportFormat.ofLabel(format)
                .orElseThrow(
                        () -> new NotFoundException("there is no format " + format + ": use " + ExportFormat.labels()))
                .renderer();
    }

    private ExportContent content(
            String format, ExportParameters parameters, ExportRenderer renderer, Consumer<Route> listed) {
        readiness.requireStore();
        ExportContent content = sets.of(parameters.selection(format), renderer::setName, listed);
        content.sets().forEach(renderer::checkNames);
        return content;
    }

    private ExportContent earlier(String serial, Selection selection) {
        ExportContent found = history.find(serial)
                .orElseThrow(() -> new GoneException(
                        "the sets of serial " + serial + " are not known here: get the whole export again"));
        if (!found.selection().equals(selection)) {
            throw new BadRequestException("parameter since '" + serial
                    + "' belongs to an export with another format, router, neighbor, group or name");
        }
        return found;
    }

    /** Returns the sets that the client already has, by the ETag of its last response; none if they are unknown. */
    private List<PrefixSet> held(HttpServletRequest request, ExportContent content) {
        return Optional.ofNullable(request.getHeader(HttpHeaders.IF_NONE_MATCH))
                .flatMap(tag -> history.find(tag.replace("\"", "")))
                .filter(found -> found.selection().equals(content.selection()))
                .map(ExportContent::sets)
                .orElse(List.of());
    }

    private void writeDryRun(DryRun dryRun, HttpServletResponse response) throws IOException {
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.getOutputStream().write(json.writeValueAsBytes(dryRun));
    }

    private static Writer writer(HttpServletResponse response) throws IOException {
        return new BufferedWriter(new OutputStreamWriter(response.getOutputStream(), StandardCharsets.UTF_8));
    }
}
