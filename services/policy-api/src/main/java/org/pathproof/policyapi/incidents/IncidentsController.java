// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import io.swagger.v3.oas.annotations.Parameter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pathproof.access.AuditLog;
import org.pathproof.policyapi.rest.AsNumber;
import org.pathproof.policyapi.rest.BadRequestException;
import org.pathproof.policyapi.rest.ChangeParameters;
import org.pathproof.policyapi.rest.NotFoundException;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows incidents, and lets an operator acknowledge them. */
@RestController
public final class IncidentsController {
    private static final int MAX_ENTRIES = 10_000;
    private static final int MAX_REASON = 500;
    private static final Duration MAX_ACKNOWLEDGEMENT = Duration.ofDays(366);
    private static final String TOO_LONG = "is too long";

    private final IncidentStore store;
    private final AuditLog audit;
    private final Clock clock;

    IncidentsController(IncidentStore store, AuditLog audit, Clock clock) {
        this.store = store;
        this.audit = audit;
        this.clock = clock;
    }

    /** Returns the incidents that all parameters select, newest first. */
    @GetMapping(path = "/api/v1/incidents", produces = MediaType.APPLICATION_JSON_VALUE)
    public IncidentsJson incidents(
            @RequestParam(required = false)
                    @Parameter(description = "open, acknowledged, muted or closed; without it, all but closed ones")
                    @Nullable
                    String state,
            @RequestParam(required = false) @Parameter(description = "Kind, such as invalid-paths") @Nullable
                    String kind,
            @RequestParam(required = false) @Nullable AsNumber asn,
            @RequestParam(required = false) @Parameter(description = "Name of a router") @Nullable String router,
            @RequestParam(required = false) @Parameter(description = "Name of a peer") @Nullable String peer,
            @RequestParam(required = false)
                    @Parameter(description = "Time (RFC 3339); selects incidents whose last time is not before it")
                    @Nullable
                    String since,
            @RequestParam(defaultValue = "1000") @Min(1) @Max(MAX_ENTRIES) int limit) {
        store.requireReady();
        Instant now = clock.instant();
        Predicate<Incident> muted = Mute.inForce(store.mutes(), now);
        List<Incident> all = store.incidents();
        IncidentState wanted = state == null ? null : state(state);
        IncidentKind ofKind = kind == null ? null : kind(kind);
        Instant from = since == null ? Instant.MIN : ChangeParameters.time("since", since);
        List<Incident> found = all.stream()
                .filter(incident -> wanted == null ? !incident.closed() : incident.state(muted, now) == wanted)
                .filter(incident -> ofKind == null || incident.subject().kind() == ofKind)
                .filter(incident -> asn == null || incident.subject().asn() == asn.value())
                .filter(incident ->
                        router == null || incident.subject().router().equals(router))
                .filter(incident -> peer == null || incident.subject().peer().equals(peer))
                .filter(incident -> !incident.last().isBefore(from))
                .sorted(Comparator.comparing(Incident::first).reversed().thenComparing(Incident::id))
                .toList();
        int open = (int) all.stream()
                .filter(incident -> incident.state(muted, now) == IncidentState.OPEN)
                .count();
        return new IncidentsJson(
                open,
                found.size(),
                found.stream()
                        .limit(limit)
                        .map(incident -> IncidentsJson.Entry.of(incident, muted, now))
                        .toList());
    }

    static IncidentKind kind(String text) {
        return IncidentKind.of(text)
                .orElseThrow(() ->
                        BadRequestException.of("kind", text, "is none of " + String.join(", ", IncidentKind.labels())));
    }

    private static IncidentState state(String text) {
        for (IncidentState state : IncidentState.values()) {
            if (state.label().equals(text)) {
                return state;
            }
        }
        throw BadRequestException.of("state", text, "is none of open, acknowledged, muted, closed");
    }

    /** Returns one incident. */
    @GetMapping(path = "/api/v1/incidents/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
    public IncidentsJson.Entry incident(@PathVariable String id) {
        store.requireReady();
        return entry(find(id));
    }

    private Incident find(String id) {
        return store.find(id).orElseThrow(() -> unknown(id));
    }

    private static NotFoundException unknown(String id) {
        return new NotFoundException("there is no incident '" + id + "': see GET /api/v1/incidents");
    }

    /** Acknowledges an incident until a time. */
    @PostMapping(path = "/api/v1/incidents/{id}/acknowledge", produces = MediaType.APPLICATION_JSON_VALUE)
    public IncidentsJson.Entry acknowledge(
            @PathVariable String id,
            @RequestParam
                    @Parameter(description = "Person or team that works on it")
                    @NotEmpty
                    @Size(max = ChangeParameters.MAX_NAME, message = TOO_LONG)
                    String owner,
            @RequestParam @NotEmpty @Size(max = MAX_REASON, message = TOO_LONG) String reason,
            @RequestParam
                    @Parameter(description = "Time at which the acknowledgement ends (RFC 3339), at most a year away")
                    String expires,
            HttpServletRequest request) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        Incident.Acknowledgement given = new Incident.Acknowledgement(
                ChangeParameters.text(owner),
                ChangeParameters.text(reason),
                ChangeParameters.expiry(expires, now, MAX_ACKNOWLEDGEMENT),
                ChangeParameters.author(request),
                now);
        return change("acknowledge", id, request, incident -> {
            if (incident.closed()) {
                throw new BadRequestException("the incident '" + id + "' is closed");
            }
            return Optional.of(incident.acknowledged(given));
        });
    }

    /** Ends the acknowledgement of an incident. */
    @PostMapping(path = "/api/v1/incidents/{id}/unacknowledge", produces = MediaType.APPLICATION_JSON_VALUE)
    public IncidentsJson.Entry unacknowledge(@PathVariable String id, HttpServletRequest request) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        return change(
                "unacknowledge",
                id,
                request,
                incident -> incident.acknowledgement()
                        .map(ignored -> incident.unacknowledged(now, ChangeParameters.author(request))));
    }

    private IncidentsJson.Entry change(
            String name, String id, HttpServletRequest request, Function<Incident, Optional<Incident>> edit) {
        store.requireReady();
        Incident changed = store.change(find(id).key(), edit).orElseThrow(() -> unknown(id));
        audit.logChange(request, "incident-" + name, changed.version());
        return entry(changed);
    }

    private IncidentsJson.Entry entry(Incident incident) {
        Instant now = clock.instant();
        return IncidentsJson.Entry.of(incident, Mute.inForce(store.mutes(), now), now);
    }
}
