// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.mirroring.MirroredRoutes;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.contracts.v1.Source;
import org.pathproof.contracts.v1.UnreadableOpens;
import org.pathproof.routes.SessionWarning;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bgp.RouteRefresh;
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
final class PeerState implements MessageReader.Receiver {
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
    private final PeerViews views;
    private final Map<RibView, MessageReader> readers = new EnumMap<>(RibView.class);
    private final UpdatePublisher publisher;
    private final Backlog backlog;
    private final MirroredRoutes mirrored;
    private final MirroredRefreshes refreshes = new MirroredRefreshes();

    private Phase phase = Phase.FRESH;
    private @Nullable PeerFacts facts;
    /** The OPENs of the newest Peer Up that could not be read. */
    private UnreadableOpens unreadable = UnreadableOpens.OPENS_READ;
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
        this.backlog = new Backlog(rules.backlogBytes(), router.backlogBudget());
        this.mirrored = new MirroredRoutes(rules.sources(), router.heldBudget());
        this.publisher = new UpdatePublisher(router, mirrored);
        this.views = new PeerViews(id, router, sessions, relayed);
    }

    /** Returns true after a Peer Up and after the first route. */
    boolean isUp() {
        return phase == Phase.UP || phase == Phase.EARLY;
    }

    /** Returns the name of the peer among the peers of its router. */
    String name() {
        return views.description().name();
    }

    /** Sets whether a Peer Down may have been about this peer. A message that names it later shows that it is up. */
    void setDownAmbiguous(boolean ambiguous, long nowMicros) {
        views.setDownAmbiguous(ambiguous, nowMicros);
    }

    void handlePeerUp(PeerUp up, long nowMicros) {
        readers.values().forEach(MessageReader::release);
        PerPeerHeader header = up.peer();
        OpenPair opens = OpenPair.of(up, (error, bytes) -> router.reject("bgp", header, error, bytes, nowMicros));
        PeerFacts known = PeerFacts.of(up, opens, rules);
        Long localAs = known == null || known.localAs() == 0 ? null : (Long) known.localAs();
        if (!router.permission().allowsLocalAs(localAs)) {
            router.recordRefusal("local-as-not-allowed", localAs == null ? "a Peer Up without AS" : "its AS" + localAs);
            markLost("the certificate of the router does not permit its AS", nowMicros);
            barred = true;
            return;
        }
        barred = false;
        unreadable = opens.unreadable();
        views.description().takePeerUp(up, opens);
        if (known != null) {
            router.ownAs().record(header, known);
        }
        boolean restart = phase == Phase.UP || phase == Phase.EARLY && known != null && known.changesDecoding();
        views.handlePeerUp(header, known, resumed, restart, nowMicros);
        mirrored.clear();
        refreshes.onPeerUp(up, restart || phase == Phase.DOWN);
        readers.values().forEach(MessageReader::restart);
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

    /** Handles a Peer Down; returns false if each session of this peer was unknown or already down. */
    boolean handlePeerDown(PeerDown down, long nowMicros) {
        boolean any = end(PeerDownReason.text(down), nowMicros);
        phase = Phase.DOWN;
        return any;
    }

    /** Ends the sessions of this peer; returns false if each session was unknown or already down. */
    boolean end(String reason, long nowMicros) {
        readers.values().forEach(MessageReader::release);
        boolean any = views.end(reason, nowMicros);
        forget();
        phase = Phase.FRESH;
        return any;
    }

    /** Marks the sessions as lost: the BMP connection ended. */
    void markLost(String reason, long nowMicros) {
        readers.values().forEach(MessageReader::release);
        views.markLost(reason, nowMicros);
        forget();
        phase = Phase.FRESH;
    }

    void tick(long nowMicros, long stalledMicros) {
        readers.values().forEach(reader -> reader.tick(nowMicros));
        views.tick(nowMicros, stalledMicros);
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
        reader(ribView).add(message);
    }

    @Override
    public BgpSessionOptions declaredOptions(PeerMessage message) {
        return message.options(viewFacts(message.view()));
    }

    @Override
    public boolean isVerbatim(PeerMessage message) {
        return message.isVerbatim(viewFacts(message.view()));
    }

    @Override
    public void refuse(PeerMessage message, WireError error) {
        keepOrReject(new Backlog.Entry(message.compact(), error));
    }

    @Override
    public void decode(PeerMessage message, BgpSessionOptions options, boolean changed) {
        RibView ribView = message.view();
        if (changed && view(ribView).isOpen()) {
            // Prefixes of earlier messages were invented, and cannot be told from right ones.
            view(ribView).restart(message.header(), viewFacts(ribView), message.receivedMicros());
            mirrored.clear();
            warn(message, SessionWarning.ENCODING_CHANGED);
        }
        if (ribView == RibView.ADJ_RIB_IN_PRE) {
            mirrored.onContradictions(reader(ribView).contradictions());
        }
        switch (BgpCodec.decode(message.bgp(), options)) {
            case Decoded.Damaged<BgpMessage>(WireError error, Bytes _) -> refuse(message, error);
            case Decoded.Ok<BgpMessage>(Update update) -> {
                PeerFacts known = viewFacts(ribView);
                UpdateEvents events = new UpdateEvents(
                        update,
                        options.fourOctetAs(),
                        ribView,
                        known,
                        new UpdateEvents.Session(
                                known == null ? unreadable : known.unreadable(),
                                message.areSetsAllowed(rules.peers()),
                                id.hasNoAddress(),
                                confederation -> router.ownAs().origin(message.header(), known, confederation)));
                if (ribView == RibView.ADJ_RIB_IN_PRE && !mirrored.uses(message.source())) {
                    publisher.recordUnused(view(ribView), message, events);
                } else {
                    update(message, update, events);
                }
            }
            case Decoded.Ok<BgpMessage>(Open _) -> {
                if (phase == Phase.DOWN && message.source() == Source.MIRRORING) {
                    phase = Phase.FRESH;
                }
            }
            case Decoded.Ok<BgpMessage>(RouteRefresh refresh) -> {
                if (message.source() == Source.MIRRORING && mirrored.uses(Source.MIRRORING)) {
                    refreshes.handle(refresh, view(ribView), mirrored, message.receivedMicros());
                }
            }
            case Decoded.Ok<BgpMessage>(BgpMessage _) -> {
                // Mirrored KEEPALIVE and NOTIFICATION messages have no routes.
            }
        }
        reader(ribView).contradictions().forEach(found -> warn(message, TableWarning.of(found)));
    }

    /**
     * Records that the router lost mirrored messages of this peer. Returns false if the peer has no session with routes
     * that it sends.
     */
    boolean recordLoss(long nowMicros) {
        ViewState view = view(RibView.ADJ_RIB_IN_PRE);
        if (view.isOpen() && mirrored.uses(Source.MIRRORING)) {
            refreshes.cancel();
            mirrored.onLoss();
            view.recordLoss(nowMicros);
        }
        return view.isOpen();
    }

    /** Adds a warning to the session of a message, if it has one. */
    void warn(PeerMessage message, SessionWarning warning) {
        ViewState view = view(message.view());
        if (view.isOpen()) {
            view.warnings().add(warning, message.receivedMicros());
        }
    }

    private void update(PeerMessage message, Update update, UpdateEvents events) {
        RibView ribView = message.view();
        Source source = message.source();
        long nowMicros = message.receivedMicros();
        AfiSafi ended = update.endOfRib().orElse(null);
        if (ended != null && source == Source.MIRRORING) {
            refreshes.onEndOfRib(ended);
            return; // the peer's End-of-RIB does not end the BMP table
        }
        List<Nlri> withdrawn = source == Source.MONITORING
                ? events.replaced(reader(ribView)::hasRoutesWithoutIds)
                : events.withdrawn();
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
            publisher.recordFeedUpdate(view, ended, source, nowMicros);
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
        publisher.publish(
                view,
                message,
                update,
                events,
                withdrawn,
                message.isDualPathAllowed(viewFacts(ribView), rules.peers()),
                views.prePolicySession(ribView));
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
        return view.isOpen() ? view : null;
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
        unreadable = UnreadableOpens.OPENS_READ;
    }

    private void rejectDamaged(List<Backlog.Entry> entries) {
        for (Backlog.Entry entry : entries) {
            if (entry.error() != null) {
                PeerMessage message = entry.message();
                router.reject("bgp", message.header(), entry.error(), message.bgp(), message.receivedMicros());
                if (message.source() == Source.MONITORING) {
                    warn(message, SessionWarning.UNREADABLE_UPDATES);
                }
            }
        }
    }

    private @Nullable PeerFacts viewFacts(RibView ribView) {
        ViewState view = view(ribView);
        return view.isOpen() ? view.facts() : facts;
    }

    private MessageReader reader(RibView ribView) {
        return readers.computeIfAbsent(ribView, v -> new MessageReader(this, rules.backlogBytes()));
    }

    private ViewState view(RibView ribView) {
        return views.get(ribView);
    }
}
