// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.pathproof.bgpsec.PathResult;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.wire.srx.SrxError;
import org.pathproof.wire.srx.SrxFlags;
import org.pathproof.wire.srx.SrxPdu;
import org.pathproof.wire.srx.SrxResults;

/**
 * Responds to requests for validation, and reports changed results. Not thread-safe; {@link MonitorThread} makes all
 * calls.
 *
 * <p>An update is validated before its receipt is sent, so that the receipt has the result. Without a complete RPKI
 * set, and while the set has expired, the receipt repeats the default results of the request (SRx section 5.6). The
 * result follows when the RPKI set is complete and in force. When the set expires, all results become undefined.
 */
final class UpdateMonitor {
    private static final int BATCH = 256;
    private static final int VALIDATED_KINDS = SrxFlags.ORIGIN | SrxFlags.PATH;
    private static final int MAX_PROOFS = 1_000_000;

    /**
     * A request of a proxy.
     *
     * @param receivedAt time of its receipt, as {@link System#nanoTime}
     */
    record Request(ProxySession proxy, SrxPdu.VerifyRequest pdu, long receivedAt) {}

    /** The results of an update at one moment. */
    private record Outcome(MonitoredUpdate update, SrxResults results, int validated) {
        static Outcome of(MonitoredUpdate update) {
            return new Outcome(update, update.results(), update.validated());
        }
    }

    private record Subscription(ProxySession proxy, SrxPdu.VerifyRequest pdu, MonitoredUpdate update, long since) {}

    private final SrxServerSettings settings;
    private final RpkiSource rpki;
    private final UpdateValidator validator;
    private final SrxServerListener listener;
    private final UpdateTable table;
    private final Map<Long, ProxySession> proxies = new HashMap<>();
    private long lastGeneratedId;
    /** True after all results became undefined, because the RPKI set had expired. */
    private volatile boolean expired;
    /** True if updates were not validated, because the RPKI set had expired. */
    private volatile boolean refused;

    UpdateMonitor(SrxServerSettings settings, RpkiSource rpki, SignatureVerifier verifier, SrxServerListener listener) {
        this.settings = settings;
        this.rpki = rpki;
        this.validator = new UpdateValidator(verifier, MAX_PROOFS);
        this.listener = listener;
        this.table = new UpdateTable(settings.maxUpdates());
    }

    int updates() {
        return table.size();
    }

    boolean isFull() {
        return table.isFull();
    }

    /** Opens a session (SRx section 6.1). An identifier is free again as soon as its session has ended. */
    void onHello(ProxySession proxy, SrxPdu.Hello hello) {
        ProxySession owner = hello.proxyId() == 0 ? null : proxies.get(hello.proxyId());
        if (proxy.isOpen()) {
            proxy.fail(SrxError.INVALID_PACKET, "second Hello in a session");
        } else if (hello.version() != SrxPdu.VERSION) {
            proxy.fail(
                    SrxError.WRONG_VERSION,
                    "version " + hello.version() + " in Hello, " + SrxPdu.VERSION + " is supported");
        } else if (owner != null && owner.isOpen()) {
            proxy.fail(
                    SrxError.DUPLICATE_PROXY_ID,
                    "proxy identifier " + hello.proxyId() + " is used by "
                            + owner.output().peer());
        } else {
            long id = hello.proxyId() != 0 ? hello.proxyId() : unusedId();
            proxies.put(id, proxy);
            proxy.begin(id, hello.asn());
            listener.onOpen(proxy.output().peer());
        }
    }

    /** Responds to requests of one or more proxies, in order. */
    void verify(List<Request> requests, Instant now) {
        listener.onRequests(requests.size());
        List<Subscription> subscriptions = new ArrayList<>();
        Set<MonitoredUpdate> open = new LinkedHashSet<>();
        for (Request request : requests) {
            if (!request.proxy().isOpen()) {
                request.proxy().fail(SrxError.INVALID_PACKET, "Verify Request before Hello");
                continue;
            }
            Optional<MonitoredUpdate> update =
                    table.obtain(UpdateContent.of(request.pdu(), request.proxy().routerAs()));
            if (update.isEmpty()) {
                request.proxy()
                        .fail(
                                SrxError.INTERNAL_ERROR,
                                "the server holds its maximum of " + settings.maxUpdates() + " updates");
                continue;
            }
            int kinds = request.pdu().flags() & SrxFlags.VALIDATIONS;
            update.get().subscribe(request.proxy(), kinds);
            request.proxy().updates().add(update.get());
            subscriptions.add(new Subscription(request.proxy(), request.pdu(), update.get(), request.receivedAt()));
            if ((kinds & VALIDATED_KINDS & ~update.get().validated()) != 0) {
                open.add(update.get());
            }
        }
        validate(open);
        for (Subscription each : subscriptions) {
            if (each.proxy().isOpen()) {
                respond(each);
            }
        }
        table.expire(now);
    }

    /**
     * Validates the affected updates again, and reports changed results (SRx section 6.5).
     *
     * @param since time of the change, as {@link System#nanoTime}
     */
    void onRpkiChange(RpkiChange change, long since) {
        validateAgain(table.affectedBy(change), since);
    }

    /**
     * Returns true if the RPKI set has expired, or was confirmed, and {@link #onExpiry} has not yet been called for it.
     * Thread-safe.
     */
    boolean isExpiryDue() {
        return hasExpired() ? !expired : expired || refused;
    }

    private boolean hasExpired() {
        return rpki.status().hasExpired(Instant.now());
    }

    /**
     * Reports that the RPKI set has expired, by undefined results, or that a source has confirmed it, by new results.
     *
     * @param since time of the event, as {@link System#nanoTime}
     */
    void onExpiry(long since) {
        if (!isExpiryDue()) {
            return;
        }
        expired = hasExpired();
        if (!expired) {
            refused = false;
            validateAgain(List.of(), since);
            return;
        }
        for (MonitoredUpdate update : List.copyOf(table.all())) {
            Outcome before = Outcome.of(update);
            update.clear();
            reportChange(before, since);
        }
    }

    /** Validates these updates, and those that wait for a result. */
    private void validateAgain(Collection<MonitoredUpdate> updates, long since) {
        Set<MonitoredUpdate> affected = new LinkedHashSet<>(updates);
        for (MonitoredUpdate update : table.all()) {
            if ((update.wanted() & VALIDATED_KINDS & ~update.validated()) != 0) {
                affected.add(update);
            }
        }
        List<MonitoredUpdate> all = List.copyOf(affected);
        for (int from = 0; from < all.size(); from += BATCH) {
            List<MonitoredUpdate> batch = all.subList(from, Math.min(all.size(), from + BATCH));
            List<Outcome> before = batch.stream().map(Outcome::of).toList();
            validate(batch);
            before.forEach(outcome -> reportChange(outcome, since));
        }
    }

    void delete(ProxySession proxy, SrxPdu.DeleteUpdate delete, Instant now) {
        MonitoredUpdate update = table.find(delete.updateId());
        if (update != null && proxy.updates().remove(update)) {
            table.unsubscribe(update, proxy, bounded(delete.keepWindow()), now);
        }
    }

    void onGoodbye(ProxySession proxy, SrxPdu.Goodbye goodbye) {
        proxy.onGoodbye(bounded(goodbye.keepWindow()));
    }

    /**
     * Releases the identifier and the updates of a proxy. Without a Goodbye, or after one with keep window 0, the
     * updates are kept for the longest keep window.
     */
    void onDisconnect(ProxySession proxy, Instant now) {
        proxy.end("the connection was closed");
        proxies.remove(proxy.proxyId(), proxy);
        Duration keep = proxy.keepWindow().isZero() ? settings.maxKeepWindow() : proxy.keepWindow();
        proxy.updates().forEach(update -> table.unsubscribe(update, proxy, keep, now));
        proxy.updates().clear();
        table.expire(now);
    }

    private void validate(Collection<MonitoredUpdate> updates) {
        Optional<RpkiSet> set = rpki.current();
        if (set.isEmpty() || updates.isEmpty()) {
            return;
        }
        if (hasExpired()) {
            refused = true;
            return;
        }
        List<MonitoredUpdate> signed = new ArrayList<>();
        for (MonitoredUpdate update : updates) {
            update.setOrigin(UpdateValidator.origin(update.content(), set.get()));
            if (!update.content().isSigned()) {
                update.setPath(UpdateValidator.number(PathState.UNSIGNED), List.of());
            } else if (((update.wanted() | update.validated()) & SrxFlags.PATH) != 0) {
                signed.add(update);
            }
        }
        List<PathResult> results =
                validator.paths(signed.stream().map(MonitoredUpdate::content).toList(), set.get());
        for (int i = 0; i < signed.size(); i++) {
            PathResult result = results.get(i);
            signed.get(i)
                    .setPath(
                            UpdateValidator.number(result.state()),
                            result.hops().stream()
                                    .map(hop -> new MonitoredUpdate.HopKey(
                                            hop.asn(), hop.ski().compact()))
                                    .distinct()
                                    .toList());
            table.addToIndex(signed.get(i));
        }
        listener.onValidation(updates.size());
    }

    private void respond(Subscription each) {
        SrxPdu.VerifyRequest request = each.pdu();
        SrxResults proposed = request.defaults().results();
        int validated = each.update().validated();
        SrxResults results = new SrxResults(
                (validated & SrxFlags.ORIGIN) != 0 ? each.update().results().origin() : proposed.origin(),
                (validated & SrxFlags.PATH) != 0 ? each.update().results().path() : proposed.path(),
                proposed.aspa());
        int kinds = request.flags() & VALIDATED_KINDS;
        if (request.asksFor(SrxFlags.RECEIPT)) {
            send(each.proxy(), each.update(), kinds | SrxFlags.RECEIPT, results, request.requestToken());
            listener.onResult(System.nanoTime() - each.since());
        } else {
            int changed = changed(proposed, results) & kinds;
            if (changed != 0) {
                send(each.proxy(), each.update(), changed, results, 0);
                listener.onResult(System.nanoTime() - each.since());
            }
        }
    }

    private void reportChange(Outcome before, long since) {
        MonitoredUpdate update = before.update();
        // A first result is reported even without a change: the receipt had the router's own result.
        int changed = changed(before.results(), update.results()) | update.validated() & ~before.validated();
        update.subscribers().forEach((proxy, kinds) -> {
            if ((changed & kinds) != 0 && proxy.isOpen()) {
                send(proxy, update, changed & kinds, update.results(), 0);
                listener.onResult(System.nanoTime() - since);
                listener.onChange(proxy.output().peer());
            }
        });
    }

    private static void send(Subscriber proxy, MonitoredUpdate update, int types, SrxResults results, long token) {
        proxy.output().send(new SrxPdu.VerifyNotification(types, results, token, update.id()));
    }

    private static int changed(SrxResults before, SrxResults after) {
        return (before.origin() != after.origin() ? SrxFlags.ORIGIN : 0)
                | (before.path() != after.path() ? SrxFlags.PATH : 0);
    }

    private Duration bounded(int seconds) {
        Duration requested = Duration.ofSeconds(seconds);
        return requested.compareTo(settings.maxKeepWindow()) > 0 ? settings.maxKeepWindow() : requested;
    }

    private long unusedId() {
        do {
            lastGeneratedId = lastGeneratedId % 0xffff_ffffL + 1;
        } while (proxies.containsKey(lastGeneratedId));
        return lastGeneratedId;
    }
}
