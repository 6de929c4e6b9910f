// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import io.swagger.v3.oas.annotations.Parameter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.pathproof.access.AuditLog;
import org.pathproof.bgpsec.Rule;
import org.pathproof.policyapi.rest.AsNumber;
import org.pathproof.policyapi.rest.BadRequestException;
import org.pathproof.policyapi.rest.ChangeParameters;
import org.pathproof.policyapi.rest.NotFoundException;
import org.pathproof.policyapi.rest.PrefixWithLength;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows, creates and removes mutes. A mute acts on incidents only, never on verdicts or feeds. */
@RestController
public final class MutesController {
    static final int MAX_MUTES = 1_000;

    private static final int MAX_REASON = 500;
    private static final Duration MAX_TIME = Duration.ofDays(90);
    private static final String TOO_LONG = "is too long";

    private final IncidentStore store;
    private final AuditLog audit;
    private final Clock clock;

    MutesController(IncidentStore store, AuditLog audit, Clock clock) {
        this.store = store;
        this.audit = audit;
        this.clock = clock;
    }

    /** Returns the mutes that are in force, those that end first at the top. */
    @GetMapping(path = "/api/v1/mutes", produces = MediaType.APPLICATION_JSON_VALUE)
    public MutesJson mutes() {
        store.requireReady();
        Instant now = clock.instant();
        return new MutesJson(store.mutes().stream()
                .filter(mute -> mute.isInForce(now))
                .sorted(Comparator.comparing(Mute::expires).thenComparing(Mute::key))
                .map(MutesJson.Entry::of)
                .toList());
    }

    /** Creates a mute of the incidents that have all given fields. At least one field is required. */
    @PostMapping(path = "/api/v1/mutes", produces = MediaType.APPLICATION_JSON_VALUE)
    public MutesJson.Entry mute(
            @RequestParam(required = false) @Parameter(description = "Kind, such as invalid-paths") @Nullable
                    String kind,
            @RequestParam(required = false) @Nullable AsNumber asn,
            @RequestParam(required = false)
                    @Parameter(description = "The only rule in the findings of the incident's example routes")
                    @Nullable
                    Rule rule,
            @RequestParam(required = false)
                    @Parameter(description = "Name of a router")
                    @Size(max = ChangeParameters.MAX_NAME, message = TOO_LONG)
                    @Nullable
                    String router,
            @RequestParam(required = false)
                    @Parameter(description = "Name of a peer")
                    @Size(max = ChangeParameters.MAX_NAME, message = TOO_LONG)
                    @Nullable
                    String peer,
            @RequestParam(required = false)
                    @Parameter(description = "Prefix that covers all routes of an incident with at most 20 prefixes")
                    @Nullable
                    PrefixWithLength prefix,
            @RequestParam
                    @Parameter(description = "Person or team that answers for the mute")
                    @NotEmpty
                    @Size(max = ChangeParameters.MAX_NAME, message = TOO_LONG)
                    String owner,
            @RequestParam @NotEmpty @Size(max = MAX_REASON, message = TOO_LONG) String reason,
            @RequestParam @Parameter(description = "End of the mute (RFC 3339), at most 90 days away") String expires,
            HttpServletRequest request) {
        store.requireReady();
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        Mute.Scope scope = new Mute.Scope(
                kind == null ? "" : IncidentsController.kind(kind).label(),
                asn == null ? OptionalLong.empty() : OptionalLong.of(asn.value()),
                rule == null ? "" : rule.label(),
                router == null ? "" : ChangeParameters.name("router", router),
                peer == null ? "" : ChangeParameters.name("peer", peer),
                prefix == null ? "" : prefix.prefix().toString());
        if (scope.isEmpty()) {
            throw new BadRequestException("a mute needs at least one of kind, asn, rule, router, peer and prefix");
        }
        if (store.mutes().stream().filter(mute -> mute.isInForce(now)).count() >= MAX_MUTES) {
            throw new BadRequestException("there are " + MAX_MUTES + " mutes, the maximum: remove some first");
        }
        String author = ChangeParameters.author(request);
        EntryKey.OfMute key = new EntryKey.OfMute(UUID.randomUUID().toString());
        Mute created = new Mute(
                key,
                1,
                now,
                author,
                scope,
                ChangeParameters.text(owner),
                ChangeParameters.text(reason),
                now,
                ChangeParameters.expiry(expires, now, MAX_TIME),
                author);
        Mute mute = store.changeMute(key, found -> found.isPresent() ? Optional.empty() : Optional.of(created))
                .orElse(created);
        audit.logChange(request, "mute-create", mute.version());
        return MutesJson.Entry.of(mute);
    }

    /** Ends a mute now. */
    @DeleteMapping(path = "/api/v1/mutes/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
    public MutesJson.Entry remove(@PathVariable String id, HttpServletRequest request) {
        store.requireReady();
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        Mute mute = store.changeMute(
                        new EntryKey.OfMute(id),
                        found -> found.filter(known -> known.isInForce(now))
                                .map(known -> known.removed(now, ChangeParameters.author(request))))
                .orElseThrow(() -> new NotFoundException("there is no mute '" + id + "': see GET /api/v1/mutes"));
        audit.logChange(request, "mute-remove", mute.version());
        return MutesJson.Entry.of(mute);
    }
}
