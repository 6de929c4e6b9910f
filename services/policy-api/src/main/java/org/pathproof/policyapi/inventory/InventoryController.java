// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.inventory;

import io.swagger.v3.oas.annotations.Parameter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pathproof.access.AuditLog;
import org.pathproof.contracts.v1.InventorySource;
import org.pathproof.policyapi.rest.BadRequestException;
import org.pathproof.policyapi.rest.ChangeParameters;
import org.pathproof.policyapi.rest.NotFoundException;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows the inventory, and lets an operator acknowledge, retire and expect routers and peers. */
@RestController
public final class InventoryController {
    /** Maximum number of entries in a response. */
    private static final int MAX_ENTRIES = 10_000;

    private static final int MAX_NAME = ChangeParameters.MAX_NAME;
    private static final int MAX_REASON = 500;
    private static final Duration MAX_ACKNOWLEDGEMENT = Duration.ofDays(366);
    private static final String TOO_LONG = "is too long";
    private static final String ROUTER = "Name of a router, as sessions show it";
    private static final String PEER = "Name of a peer of the router; without it, the router itself";
    private static final String REASON = "Reason, for the inventory and its log";

    private final InventoryStore store;
    private final AuditLog audit;
    private final Clock clock;

    InventoryController(InventoryStore store, AuditLog audit, Clock clock) {
        this.store = store;
        this.audit = audit;
        this.clock = clock;
    }

    /** Returns all entries, or those of a router, or those that are lost and not acknowledged. */
    @GetMapping(path = "/api/v1/inventory", produces = MediaType.APPLICATION_JSON_VALUE)
    public InventoryJson inventory(
            @RequestParam(required = false) @Parameter(description = ROUTER) @Nullable String router,
            @RequestParam(defaultValue = "false")
                    @Parameter(description = "true selects the routers and peers that are lost and not acknowledged")
                    boolean lost) {
        store.requireReady();
        Instant now = clock.instant();
        SeenRouters seen = store.seen();
        List<InventoryEntry> expected =
                store.entries().stream().filter(entry -> !entry.retired()).toList();
        List<InventoryEntry> found = store.entries().stream()
                .filter(entry -> router == null || entry.key().router().equals(router))
                .filter(entry -> !lost || entry.isFault(now))
                .toList();
        int routers =
                (int) expected.stream().filter(entry -> entry.key().isRouter()).count();
        return new InventoryJson(
                routers,
                expected.size() - routers,
                (int) expected.stream().filter(entry -> entry.isFault(now)).count(),
                store.unlearned(),
                found.size(),
                found.stream()
                        .limit(MAX_ENTRIES)
                        .map(entry -> InventoryJson.Entry.of(entry, seen, now))
                        .toList());
    }

    /** Acknowledges the loss of a router or peer: it is no fault until a time, or until it is back. */
    @PostMapping(path = "/api/v1/inventory/acknowledge", produces = MediaType.APPLICATION_JSON_VALUE)
    public InventoryJson.Entry acknowledge(
            @RequestParam @Parameter(description = ROUTER) @NotEmpty @Size(max = MAX_NAME, message = TOO_LONG)
                    String router,
            @RequestParam(required = false)
                    @Parameter(description = PEER)
                    @Size(max = MAX_NAME, message = TOO_LONG)
                    @Nullable
                    String peer,
            @RequestParam
                    @Parameter(description = "Person or team that works on it")
                    @NotEmpty
                    @Size(max = MAX_NAME, message = TOO_LONG)
                    String owner,
            @RequestParam @Parameter(description = REASON) @NotEmpty @Size(max = MAX_REASON, message = TOO_LONG)
                    String reason,
            @RequestParam
                    @Parameter(description = "Time at which the acknowledgement ends (RFC 3339), at most a year away")
                    String expires,
            HttpServletRequest request) {
        Instant now = now();
        InventoryEntry.Acknowledgement given = new InventoryEntry.Acknowledgement(
                ChangeParameters.text(owner),
                ChangeParameters.text(reason),
                ChangeParameters.expiry(expires, now, MAX_ACKNOWLEDGEMENT),
                ChangeParameters.author(request),
                now);
        return change("acknowledge", key(router, peer), request, found -> {
            InventoryEntry entry = require(found, key(router, peer));
            return Optional.of(entry.acknowledged(given));
        });
    }

    /** Retires a router with its peers, or a peer: it is no longer expected. */
    @PostMapping(path = "/api/v1/inventory/retire", produces = MediaType.APPLICATION_JSON_VALUE)
    public InventoryJson.Entry retire(
            @RequestParam @Parameter(description = ROUTER) @NotEmpty @Size(max = MAX_NAME, message = TOO_LONG)
                    String router,
            @RequestParam(required = false)
                    @Parameter(description = PEER)
                    @Size(max = MAX_NAME, message = TOO_LONG)
                    @Nullable
                    String peer,
            @RequestParam(required = false)
                    @Parameter(description = REASON)
                    @Size(max = MAX_REASON, message = TOO_LONG)
                    @Nullable
                    String reason,
            HttpServletRequest request) {
        InventoryKey key = key(router, peer);
        InventoryJson.Entry retired = change("retire", key, request, found -> {
            InventoryEntry entry = require(found, key);
            return Optional.of(entry.retired(now(), ChangeParameters.author(request), ChangeParameters.text(reason)));
        });
        if (key.isRouter()) {
            store.entries().stream()
                    .filter(entry -> entry.key().router().equals(key.router()) && !entry.retired())
                    .map(InventoryEntry::key)
                    .toList()
                    .forEach(ofPeer -> store.change(
                            ofPeer,
                            found -> found.filter(entry -> !entry.retired())
                                    .map(entry -> entry.retired(
                                            now(), ChangeParameters.author(request), ChangeParameters.text(reason)))));
        }
        return retired;
    }

    /** Expects a router or peer from now on, also if it was never seen or was retired. */
    @PostMapping(path = "/api/v1/inventory/expect", produces = MediaType.APPLICATION_JSON_VALUE)
    public InventoryJson.Entry expect(
            @RequestParam @Parameter(description = ROUTER) @NotEmpty @Size(max = MAX_NAME, message = TOO_LONG)
                    String router,
            @RequestParam(required = false)
                    @Parameter(description = PEER)
                    @Size(max = MAX_NAME, message = TOO_LONG)
                    @Nullable
                    String peer,
            @RequestParam(required = false)
                    @Parameter(description = REASON)
                    @Size(max = MAX_REASON, message = TOO_LONG)
                    @Nullable
                    String reason,
            HttpServletRequest request) {
        InventoryKey key = key(router, peer);
        if (!key.isRouter()) {
            expectKey(key.ofRouter(), reason, request);
        }
        return expectKey(key, reason, request);
    }

    private InventoryJson.Entry expectKey(InventoryKey key, @Nullable String reason, HttpServletRequest request) {
        boolean up = store.seen().up().contains(key);
        Instant now = now();
        return change("expect", key, request, found -> {
            if (found.filter(entry -> !entry.retired() && entry.source() != InventorySource.INVENTORY_LEARNED)
                    .isPresent()) {
                return Optional.empty();
            }
            if (found.isEmpty() && store.entries().size() >= store.maxEntries()) {
                throw new BadRequestException(
                        "the inventory has " + store.maxEntries() + " entries, the maximum: retire some first");
            }
            InventoryEntry base = found.orElseGet(() -> InventoryEntry.absent(key, now));
            return Optional.of(base.expected(
                    InventorySource.INVENTORY_EXPECTED,
                    up,
                    now,
                    ChangeParameters.author(request),
                    ChangeParameters.text(reason)));
        });
    }

    private InventoryJson.Entry change(
            String name,
            InventoryKey key,
            HttpServletRequest request,
            Function<Optional<InventoryEntry>, Optional<InventoryEntry>> edit) {
        InventoryEntry entry = store.change(key, edit).orElseThrow(() -> unknown(key));
        audit.logChange(request, "inventory-" + name, entry.version());
        return InventoryJson.Entry.of(entry, store.seen(), clock.instant());
    }

    private static InventoryEntry require(Optional<InventoryEntry> found, InventoryKey key) {
        return found.filter(entry -> !entry.retired()).orElseThrow(() -> unknown(key));
    }

    private static NotFoundException unknown(InventoryKey key) {
        return new NotFoundException(
                key.isRouter()
                        ? "the inventory has no router '" + key.router() + "': see GET /api/v1/inventory"
                        : "the inventory has no peer '" + key.peer() + "' of router '" + key.router()
                                + "': see GET /api/v1/inventory?router=" + key.router());
    }

    private static InventoryKey key(String router, @Nullable String peer) {
        return new InventoryKey(
                ChangeParameters.name("router", router), peer == null ? "" : ChangeParameters.name("peer", peer));
    }

    /** Returns the present time as a record of the topic has it. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
