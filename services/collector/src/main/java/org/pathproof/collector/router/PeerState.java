// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.contracts.v1.Source;
import org.pathproof.routes.experimental.AttributeIntake;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.PeerDown;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;

/**
 * One BGP peer of a router, as its BMP messages report it.
 *
 * <pre>
 *            route                    Peer Up
 *   FRESH ----------> EARLY ------------------------> UP --+ Peer Up: a new BGP session,
 *     ^  \                                            ^    | older routes are dead at once
 *     |   +--------------- Peer Up -------------------+ <--+
 *     |                                               |
 *     +-- mirrored OPEN ---- DOWN <----- Peer Down ---+  (from any)
 * </pre>
 *
 * <p>EARLY: routes arrived before the Peer Up. This happens with mirrored messages, and a Loc-RIB may have no Peer Up
 * at all. Outside a Loc-RIB, such routes are published without a Target AS, and their messages are kept. When the Peer
 * Up of the same BGP session arrives, the messages are decoded again. DOWN: routes that still arrive belong to the
 * ended session, and are dropped. A Peer Up or a mirrored OPEN begins a new session. A Loc-RIB also begins one with its
 * next announcement or End-of-RIB.
 */
final class PeerState {
    private enum Phase {
        FRESH,
        EARLY,
        UP,
        DOWN
    }

    private final PeerId id;
    private final RouterContext router;
    private final RouterRules rules;
    private final CollectorMetrics.OfRouter metrics;
    private final boolean relayed;
    private final Map<RibView, ViewState> views = new EnumMap<>(RibView.class);
    private final RoutePublisher publisher;
    private final Backlog backlog;
    private final MirroredRoutes mirrored;

    private Phase phase = Phase.FRESH;
    private @Nullable PeerFacts facts;
    /**
     * True if open views continue from their records. The next Peer Up is then a repetition on a new BMP connection,
     * not a new BGP session.
     */
    private boolean resumed;
    /** True after a Peer Up with an AS that the router may not have. Messages are dropped until the next Peer Up. */
    private boolean barred;

    /**
     * @param relayed true if messages arrive through Kafka: sessions continue from their records, without a new Peer Up
     */
    PeerState(PeerId id, RouterContext router, Sessions sessions, boolean relayed) {
        this.id = id;
        this.router = router;
        this.rules = router.rules();
        this.metrics = router.metrics();
        this.relayed = relayed;
        this.publisher = new RoutePublisher(router.out(), metrics);
        this.backlog = new Backlog(rules.backlogBytes());
        this.mirrored = new MirroredRoutes(rules.sources());
        for (RibView view : RibView.values()) {
            views.put(view, new ViewState(id, view, router.identity(), rules, sessions, router.out(), relayed));
        }
    }

    void handlePeerUp(PeerUp up, Sessions sessions, long nowMicros) {
        PerPeerHeader header = up.peer();
        PeerFacts known = null;
        switch (PeerFacts.of(up, rules)) {
            case Decoded.Ok<PeerFacts>(PeerFacts ok) -> known = ok;
            case Decoded.Damaged<PeerFacts>(WireError error, Bytes bytes) ->
                router.reject("bgp", header, error, bytes, nowMicros);
        }
        if (!router.permission().allowsLocalAs(known == null ? null : known.localAs())) {
            router.recordRefusal(
                    "local-as-not-allowed", known == null ? "a Peer Up without AS" : "its AS" + known.localAs());
            markLost(sessions, "the certificate of the router does not permit its AS", nowMicros);
            barred = true;
            return;
        }
        barred = false;
        boolean restart = phase == Phase.UP || phase == Phase.EARLY && known != null && isMisdecoded(known);
        for (ViewState view : views.values()) {
            if (!view.isOpen()) {
                continue;
            }
            if (resumed) {
                view.open(header, known, nowMicros);
            } else if (restart) {
                view.restart(header, known, nowMicros);
            } else if (known != null) {
                view.learn(header, known, nowMicros);
            }
        }
        mirrored.clear();
        resumed = false;
        phase = Phase.UP;
        facts = known;
        ViewState main = view(id.type() == PerPeerHeader.TYPE_LOC_RIB ? RibView.LOC_RIB : RibView.ADJ_RIB_IN_PRE);
        if (!main.isOpen() && router.permission().allows(main.view())) {
            main.open(header, facts, nowMicros);
        }
        for (Backlog.Entry entry : backlog.drain()) {
            handleMessage(entry.message());
        }
    }

    /** Ends the sessions of this peer; returns false if each session was unknown or already down. */
    boolean handlePeerDown(PeerDown down, Sessions sessions, long nowMicros) {
        boolean any = false;
        for (ViewState view : views.values()) {
            any |= sessions.down(view.id(), rules.collectorId(), PeerDownReason.text(down), nowMicros);
            view.close();
        }
        forget();
        phase = Phase.DOWN;
        return any;
    }

    /** Marks the sessions as lost: the BMP connection ended. */
    void markLost(Sessions sessions, String reason, long nowMicros) {
        for (ViewState view : views.values()) {
            if (view.isOpen()) {
                sessions.markLost(view.id(), rules.collectorId(), reason, nowMicros);
                view.close();
            }
        }
        forget();
        phase = Phase.FRESH;
    }

    void tick(long nowMicros, long stalledMicros) {
        for (ViewState view : views.values()) {
            view.tick(nowMicros, stalledMicros);
        }
    }

    /** Handles one BGP message of this peer, monitored or mirrored. */
    void handleMessage(PeerMessage message) {
        RibView ribView = message.view();
        if (barred || !router.isAllowed(ribView)) {
            return;
        }
        if (relayed
                && phase == Phase.FRESH
                && !view(ribView).isOpen()
                && view(ribView).resume(message.receivedMicros())) {
            resumed = true;
        }
        BgpSessionOptions options = message.options(viewFacts(ribView));
        switch (BgpCodec.decode(message.bgp(), options)) {
            case Decoded.Damaged<BgpMessage>(WireError error, Bytes _) ->
                keepOrReject(new Backlog.Entry(message.compact(), error));
            case Decoded.Ok<BgpMessage>(Update update) -> {
                UpdateEvents events = new UpdateEvents(
                        update, options.fourOctetAs(), ribView, viewFacts(ribView), areSetsAllowed(message));
                if (ribView == RibView.ADJ_RIB_IN_PRE && !mirrored.uses(message.source())) {
                    recordUnused(message, events);
                } else {
                    update(message, update, events);
                }
            }
            case Decoded.Ok<BgpMessage>(Open _) -> {
                if (phase == Phase.DOWN && message.source() == Source.MIRRORING) {
                    phase = Phase.FRESH;
                }
            }
            case Decoded.Ok<BgpMessage>(BgpMessage _) -> {
                // Mirrored KEEPALIVE, NOTIFICATION and ROUTE-REFRESH messages have no routes.
            }
        }
    }

    private void update(PeerMessage message, Update update, UpdateEvents events) {
        RibView ribView = message.view();
        Source source = message.source();
        long nowMicros = message.receivedMicros();
        AfiSafi ended = update.endOfRib().orElse(null);
        if (ended != null && source == Source.MIRRORING) {
            return; // the peer's End-of-RIB does not end the BMP table
        }
        List<Nlri> withdrawn = events.withdrawn();
        boolean announces = events.announces();
        if (ended == null && !announces && withdrawn.isEmpty()) {
            metrics.countIgnored("family");
            return;
        }
        ViewState view = ready(message.header(), ribView, announces || ended != null, nowMicros);
        if (view == null) {
            metrics.countIgnored("no-session");
            return;
        }
        if (rules.feeds().speakers().include(message.header())) {
            recordFeedUpdate(view, ended, source, nowMicros);
            return;
        }
        boolean pre = ribView == RibView.ADJ_RIB_IN_PRE;
        if (pre) {
            mirrored.onMessage(source);
            withdrawn = mirrored.withdrawn(withdrawn, source);
        }
        // While all routes are mirrored, monitored withdrawals and an End-of-RIB do not show that Route Monitoring
        // sends the table.
        boolean tells = announces
                || (ended == null ? !withdrawn.isEmpty() : !(pre && (mirrored.replaces() || view.wasOnlyMirrored())));
        if (source == Source.MONITORING && tells) {
            view.recordMonitoring(nowMicros);
        }
        if (ended != null) {
            view.handleEndOfRib(ended, nowMicros);
            return;
        }
        if (phase == Phase.EARLY && ribView != RibView.LOC_RIB) {
            keep(new Backlog.Entry(message.compact(), null));
        }
        if (!withdrawn.isEmpty()) {
            publisher.withdraw(view, withdrawn, nowMicros);
        }
        boolean bgpsec = UpdateEvents.carriesBgpsec(update);
        boolean announced = false;
        List<UpdateEvents.Announced> groups =
                events.announced(message.header().asn(), isDualPathAllowed(message), source, prePolicySession(ribView));
        if (!groups.isEmpty()) {
            events.damage().ifPresent(error -> router.reject("bgp", message.header(), error, message.bgp(), nowMicros));
        }
        AttributeIntake experimental = rules.experimental();
        if (experimental != null) {
            groups = ExperimentalPaths.attach(experimental, update, groups);
            ExperimentalPaths.defect(groups)
                    .ifPresent(error -> router.reject("scheme", message.header(), error, Bytes.EMPTY, nowMicros));
        }
        ByteString attributes = view.carriesAttributes() && announces ? pathAttributes(events) : ByteString.EMPTY;
        for (UpdateEvents.Announced group : groups) {
            List<Nlri> nlri = pre ? mirrored.announced(group.nlri(), source, bgpsec) : group.nlri();
            if (source == Source.MONITORING) {
                metrics.countPreferredMirrored(group.nlri().size() - nlri.size());
            }
            if (!nlri.isEmpty()) {
                announced = true;
                publisher.announce(view, group, nlri, attributes, nowMicros);
            }
        }
        view.recordRoute(announced, announced && bgpsec, nowMicros);
        view.recordUpdate(source, announces, announced, nowMicros);
    }

    private ByteString pathAttributes(UpdateEvents events) {
        AttributeIntake experimental = rules.experimental();
        return events.pathAttributes()
                .map(all -> experimental == null ? all : ExperimentalPaths.without(experimental, all))
                .map(all -> UnsafeByteOperations.unsafeWrap(all.encode().asByteBuffer()))
                .orElse(ByteString.EMPTY);
    }

    /** Records routes of a source that the settings do not use. */
    private void recordUnused(PeerMessage message, UpdateEvents events) {
        ViewState view = view(RibView.ADJ_RIB_IN_PRE);
        if (message.source() == Source.MIRRORING && view.isOpen() && events.announces()) {
            view.recordUpdate(message.source(), true, false, message.receivedMicros());
        }
    }

    /** Handles an UPDATE from a feed speaker of Pathproof. Its routes are not published; its End-of-RIB is recorded. */
    private void recordFeedUpdate(ViewState view, @Nullable AfiSafi ended, Source source, long nowMicros) {
        if (source == Source.MONITORING) {
            view.recordMonitoring(nowMicros);
        }
        if (ended != null) {
            view.handleEndOfRib(ended, nowMicros);
        } else {
            metrics.countIgnored("feed");
            view.recordRoute(true, false, nowMicros);
        }
    }

    /** Returns the view of a message, opened if necessary; null if the message belongs to no session. */
    private @Nullable ViewState ready(PerPeerHeader header, RibView ribView, boolean announces, long nowMicros) {
        ViewState view = view(ribView);
        if (view.isOpen()) {
            return view;
        }
        if (phase == Phase.DOWN) {
            if (ribView != RibView.LOC_RIB) {
                return null;
            }
            phase = Phase.FRESH;
        }
        if (!announces) {
            return null; // a withdrawal before any announcement on this connection
        }
        if (phase == Phase.FRESH) {
            phase = Phase.EARLY;
        }
        view.open(header, facts, nowMicros);
        return view;
    }

    private void keepOrReject(Backlog.Entry entry) {
        if ((phase == Phase.EARLY || phase == Phase.FRESH)
                && !entry.message().header().isLocRib()) {
            // The message may be readable with the options of the OPENs.
            keep(entry);
        } else {
            rejectDamaged(List.of(entry));
        }
    }

    private void keep(Backlog.Entry entry) {
        rejectDamaged(backlog.add(entry));
    }

    private void forget() {
        rejectDamaged(backlog.drain());
        mirrored.clear();
        facts = null;
    }

    private void rejectDamaged(List<Backlog.Entry> entries) {
        for (Backlog.Entry entry : entries) {
            if (entry.error() != null) {
                PeerMessage message = entry.message();
                router.reject("bgp", message.header(), entry.error(), message.bgp(), message.receivedMicros());
            }
        }
    }

    /** Returns true when the settings permit BGPsec_PATH beside AS_PATH from the peer; also before its Peer Up. */
    private boolean isDualPathAllowed(PeerMessage message) {
        PeerFacts known = viewFacts(message.view());
        PerPeerHeader header = message.header();
        return known == null
                ? rules.peers().dualPath().matches(header.address(), header.asn())
                : known.dualPathAllowed();
    }

    /** Returns true when the settings permit AS_SET and AS_CONFED_SET from the peer. */
    private boolean areSetsAllowed(PeerMessage message) {
        PerPeerHeader header = message.header();
        return rules.peers().asSets().matches(header.address(), header.asn());
    }

    private @Nullable PeerFacts viewFacts(RibView ribView) {
        ViewState view = view(ribView);
        return view.isOpen() ? view.facts() : facts;
    }

    /** Returns the id of the pre-policy session of a post-policy Adj-RIB-In; empty for other views. */
    private Bytes prePolicySession(RibView ribView) {
        return ribView == RibView.ADJ_RIB_IN_POST
                ? view(RibView.ADJ_RIB_IN_PRE).id().bytes()
                : Bytes.EMPTY;
    }

    private ViewState view(RibView ribView) {
        ViewState view = views.get(ribView);
        if (view == null) {
            throw new IllegalStateException("no view " + ribView);
        }
        return view;
    }

    /** Returns true if messages before the Peer Up were decoded with wrong options. */
    private static boolean isMisdecoded(PeerFacts known) {
        return !known.incoming().addPath().isEmpty()
                || !known.outgoing().addPath().isEmpty()
                || !known.incoming().fourOctetAs();
    }
}
