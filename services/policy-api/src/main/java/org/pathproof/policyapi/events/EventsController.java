// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import io.swagger.v3.oas.annotations.Parameter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.pathproof.access.ClientValidity;
import org.pathproof.policyapi.rest.KnownSessions;
import org.pathproof.policyapi.rest.routes.RouteFilters;
import org.pathproof.policyapi.settings.PolicyApiSettings;
import org.pathproof.policyapi.web.RequestRefusedException;
import org.pathproof.verdictstore.input.Position;
import org.pathproof.wire.admission.ClientSite;
import org.pathproof.wire.admission.FairShares;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/**
 * Serves the event stream as server-sent events. A request holds its virtual thread while the client is connected. A
 * returning client continues after the id of its last event.
 */
@RestController
public final class EventsController {
    private static final Logger log = LoggerFactory.getLogger(EventsController.class);

    /** Minimum time between two checks of the token of a client. */
    private static final Duration VALIDITY_INTERVAL = Duration.ofSeconds(1);

    private final EventHub hub;
    private final Replay replay;
    private final PolicyApiSettings settings;
    private final JsonMapper json;
    private final FairShares<ClientSite> clients;
    private final ClientValidity validity;
    private final KnownSessions known;

    public EventsController(
            EventHub hub,
            Replay replay,
            PolicyApiSettings settings,
            JsonMapper json,
            ClientValidity validity,
            KnownSessions known) {
        this.hub = hub;
        this.known = known;
        this.validity = validity;
        this.replay = replay;
        this.settings = settings;
        this.json = json;
        this.clients = new FairShares<>(settings.eventClients(), settings.eventClientsPerAddress());
    }

    @GetMapping(path = "/api/v1/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    public void events(
            @ModelAttribute @ParameterObject RouteFilters filters,
            @RequestParam(required = false) @Parameter(description = "Events of one type")
                    EventFilter.@Nullable Type type,
            @RequestParam(name = "last_event_id", required = false)
                    @Parameter(description = "Continue after this event; the header Last-Event-ID takes precedence")
                    @Nullable
                    Position lastEventId,
            @RequestHeader(name = "Last-Event-ID", required = false)
                    @Parameter(description = "Continue after this event")
                    @Nullable
                    Position lastEventIdHeader,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException, InterruptedException {
        EventFilter filter = new EventFilter(filters.query(known), type);
        Position from = lastEventIdHeader == null ? lastEventId : lastEventIdHeader;
        ClientSite site = ClientSite.parse(request.getRemoteAddr());
        FairShares.Refusal refusal = clients.take(site, 1);
        if (refusal == FairShares.Refusal.CLIENT) {
            throw new RequestRefusedException(
                    HttpStatus.TOO_MANY_REQUESTS,
                    "address-streams",
                    "the address " + site + " has as many clients of the event stream as it may have now (at most "
                            + clients.perClient() + ": pathproof.policy-api.event-clients-per-address)");
        }
        if (refusal == FairShares.Refusal.ALL) {
            throw new RequestRefusedException(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "too-many-streams",
                    "there are " + settings.eventClients()
                            + " clients of the event stream (pathproof.policy-api.event-clients)");
        }
        try {
            respond(request, response, filter, from);
        } finally {
            clients.release(site, 1);
        }
    }

    private void respond(
            HttpServletRequest request, HttpServletResponse response, EventFilter filter, @Nullable Position from)
            throws IOException, InterruptedException {
        response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
        response.setCharacterEncoding("UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Accel-Buffering", "no");
        if (request.getMethod().equals("HEAD")) {
            return;
        }
        EventWriter out = new EventWriter(response.getOutputStream(), json);
        Optional<Subscription> subscription = subscribe(filter, from, out);
        if (subscription.isPresent()) {
            try {
                serve(subscription.get(), out, request.getUserPrincipal());
                log.info(
                        "event client disconnected: address={} reason={}",
                        request.getRemoteAddr(),
                        subscription.get().ended());
            } finally {
                hub.unsubscribe(subscription.get());
            }
        }
    }

    /**
     * Waits until the store is complete, replays missed events, and subscribes the client; empty if the server is
     * stopping or the replay fails.
     */
    private Optional<Subscription> subscribe(EventFilter filter, @Nullable Position from, EventWriter out)
            throws IOException, InterruptedException {
        out.writeHeartbeat(from);
        Position seen = from;
        while (!hub.isClosed()) {
            Optional<Position> now = hub.position(settings.eventHeartbeat());
            if (now.isEmpty()) {
                out.writeHeartbeat(seen);
                continue;
            }
            Optional<String> unknown =
                    known.problem(filter.query().router(), filter.query().peer());
            if (unknown.isPresent()) { // the store was not complete at the beginning of the request
                out.writeError(unknown.get());
                return Optional.empty();
            }
            if (seen != null && !(seen.hasSamePartitions(now.get()) && now.get().covers(seen))) {
                out.writeError("the position " + seen
                        + " is not from this stream: read the routes again; only new events follow");
                seen = null;
            }
            if (seen != null && now.get().distanceFrom(seen) > settings.eventReplay()) {
                out.writeError("more than " + settings.eventReplay() + " events were published since the position "
                        + seen + ": read the routes again; only new events follow");
                seen = null;
            }
            Optional<Subscription> subscription = hub.subscribe(filter::matches, seen);
            if (subscription.isPresent()) {
                return subscription;
            }
            if (seen != null && !replay(filter, seen, now.get(), out)) {
                return Optional.empty();
            }
            seen = seen == null ? null : now.get();
        }
        return Optional.empty();
    }

    private boolean replay(EventFilter filter, Position from, Position to, EventWriter out)
            throws IOException, InterruptedException {
        try {
            replay.run(from, to, new Replay.Sink() {
                @Override
                public void accept(StoreEvent event) throws IOException {
                    if (filter.matches(event)) {
                        out.writeEvent(new EventMessage(event));
                    }
                }

                @Override
                public void onPoll() throws IOException {
                    out.flush();
                }

                @Override
                public void onWait() throws IOException {
                    out.writeHeartbeat(null);
                }
            });
            return true;
        } catch (KafkaException e) {
            out.writeError("past events cannot be read from Kafka: " + e.getMessage());
            return false;
        } catch (Replay.TooLongException e) {
            out.writeError(e.getMessage() + "; reconnect with the last id");
            return false;
        }
    }

    /** Writes events until the subscription ends or the token of the client is no longer accepted. */
    private void serve(Subscription subscription, EventWriter out, @Nullable Principal client)
            throws IOException, InterruptedException {
        Duration heartbeat = settings.eventHeartbeat();
        long checked = System.nanoTime();
        out.writeHeartbeat(subscription.isIdle() ? subscription.position() : null);
        while (true) {
            EventMessage event = subscription.poll(heartbeat);
            if (System.nanoTime() - checked >= VALIDITY_INTERVAL.toNanos()) {
                checked = System.nanoTime();
                if (!validity.isValid(client)) {
                    out.writeError("the token is no longer accepted");
                    return;
                }
            }
            if (event != null) {
                out.writeEvent(event);
                if (subscription.isIdle()) {
                    out.flush();
                }
                continue;
            }
            String ended = subscription.ended();
            if (ended != null) {
                out.writeError(ended);
                return;
            }
            out.writeHeartbeat(null);
        }
    }
}
