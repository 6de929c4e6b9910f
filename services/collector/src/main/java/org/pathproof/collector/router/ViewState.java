// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.rules.Sources;
import org.pathproof.collector.sessions.SessionQuota;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.collector.sessions.TableProgress;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.RouteEvent;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.SessionMark;
import org.pathproof.contracts.v1.State;
import org.pathproof.routes.ContractTypes;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;

/**
 * One RIB view of a peer: a session of the pipeline, with its epoch and the state of its table. Opening a closed view
 * starts an epoch, except with {@link #resume}.
 */
final class ViewState {
    private final PeerId peer;
    private final PeerDescription description;
    private final RibView view;
    private final SessionId id;
    private final RouterIdentity router;
    private final RouterRules rules;
    private final Sessions sessions;
    private final RouterOutput out;
    private final boolean relayed;
    private final boolean carriesAttributes;
    private final ViewLabel label;

    private boolean open;
    private boolean refused;
    private @Nullable PeerFacts facts;
    private long epoch;
    /** The newest gap that was known when the epoch began. Events from before that gap may be lost. */
    private long knownGap;

    private boolean synced;
    private boolean monitored;
    private boolean routesSeen;
    private boolean bgpsecSeen;
    private final TableProgress progress;
    private boolean onlyMirroredBefore;
    private final ViewWarnings warnings;

    ViewState(
            PeerId peer,
            PeerDescription description,
            RibView view,
            RouterContext context,
            Sessions sessions,
            boolean relayed) {
        this.relayed = relayed;
        this.peer = peer;
        this.description = description;
        this.view = view;
        this.router = context.identity();
        this.rules = context.rules();
        this.sessions = sessions;
        this.out = context.out();
        this.id = peer.session(router, view);
        this.label = new ViewLabel(router.label(), description.name(), view);
        this.carriesAttributes = rules.feeds().carriesAttributes(router, view);
        this.progress = new TableProgress(rules.quietTime(), rules.emptyTime(), rules.syncTime());
        this.warnings = new ViewWarnings(
                context.metrics(), (label, now) -> editExisting(now, record -> record.setTableWarning(label)));
    }

    SessionId id() {
        return id;
    }

    RibView view() {
        return view;
    }

    ViewLabel label() {
        return label;
    }

    ViewWarnings warnings() {
        return warnings;
    }

    /** Returns true when route events of this view carry all path attributes. */
    boolean carriesAttributes() {
        return carriesAttributes;
    }

    boolean isOpen() {
        return open;
    }

    @Nullable
    PeerFacts facts() {
        return facts;
    }

    long epoch() {
        return epoch;
    }

    /**
     * Starts an epoch. Routes of older epochs stay until the table is complete. If a bound of {@link SessionQuota} is
     * reached, the view stays closed until the BGP session ends, because a part of its table is lost then.
     */
    void open(PerPeerHeader header, @Nullable PeerFacts known, long nowMicros) {
        refused = refused || !sessions.admit(id, router.place(), nowMicros);
        if (!refused) {
            start(header, known, false, nowMicros);
        }
    }

    /** Starts an epoch for a new BGP session. Routes of older epochs are dead at once. */
    void restart(PerPeerHeader header, @Nullable PeerFacts known, long nowMicros) {
        start(header, known, true, nowMicros);
    }

    /**
     * Continues with the epoch and the facts of the session's record, which another collector wrote, or this one before
     * a restart. Callers use this method for relayed messages, because their Peer Up is not repeated.
     *
     * @return false if there is no record, if the session is down, or if the record has no facts
     */
    boolean resume(long nowMicros) {
        Session record = sessions.find(id).orElse(null);
        if (record == null || record.getState() == State.DOWN) {
            return false;
        }
        PeerFacts kept = PeerFacts.ofRecord(record, peer.address(), rules);
        if (kept == null) {
            return false;
        }
        open = true;
        facts = kept;
        epoch = record.getEpoch();
        knownGap = record.getGapsHealed();
        synced = record.getState() == State.UP;
        monitored = isResent(record);
        routesSeen = record.getRoutesSeen();
        bgpsecSeen = record.getBgpsecSeen();
        warnings.resume(record, kept);
        progress.begin(routesSeen, nowMicros);
        edit(
                nowMicros,
                before -> before == null || before.getState() != State.LOST && isOwn(before)
                        ? null
                        : before.toBuilder()
                                .setState(synced ? State.UP : State.SYNCING)
                                .setDownReason("")
                                .setCollectorId(rules.collectorId()));
        return true;
    }

    /** Sets the facts of a Peer Up that arrived after the first routes. The epoch stays. */
    void learn(PerPeerHeader header, PeerFacts known, long nowMicros) {
        facts = known;
        editExisting(nowMicros, record -> describe(record, header));
    }

    /** Publishes changed names or a changed warning of the peer. */
    void describeAgain(long nowMicros) {
        if (open) {
            editExisting(nowMicros, description::describe);
        }
    }

    /** Closes the view. The caller publishes the change. */
    void close() {
        open = false;
        refused = false;
        facts = null;
        progress.end();
    }

    TableProgress progress() {
        return progress;
    }

    /** Records that a route was announced or withdrawn. */
    void recordRoute(boolean announced, boolean bgpsec, long nowMicros) {
        boolean news = announced && !routesSeen || bgpsec && !bgpsecSeen;
        routesSeen |= announced;
        bgpsecSeen |= bgpsec;
        if (news) {
            editExisting(nowMicros, record -> record.setRoutesSeen(routesSeen).setBgpsecSeen(bgpsecSeen));
        }
    }

    /** Records that mirrored messages of the peer were lost. A session of Pathproof itself has no routes to lose. */
    void recordLoss(long nowMicros) {
        if (!sessions.find(id).map(Session::getFeed).orElse(false)) {
            warnings.lose(facts, nowMicros);
        }
    }

    /**
     * Starts an epoch for a route refresh of the peer. Older routes stay until {@link #endRefresh}.
     *
     * @return the epoch; 0 while the router sends its table, because the end of that table removes older routes
     */
    long beginRefresh(long nowMicros) {
        if (monitored && !synced) {
            return 0;
        }
        epoch++;
        editExisting(nowMicros, record -> record.setEpoch(epoch));
        return epoch;
    }

    /** Ends a route refresh of a family. Routes of the family from before the epoch {@code began} are withdrawn. */
    void endRefresh(AfiSafi family, long began, long nowMicros) {
        if (began > 0) {
            writeMark(SessionMark.newBuilder().setFamily(ContractTypes.toContract(family)), began, nowMicros);
        }
        warnings.refresh(family, nowMicros);
    }

    /** Returns true if all routes of older epochs came from Route Mirroring. */
    boolean wasOnlyMirrored() {
        return onlyMirroredBefore;
    }

    /** Records that Route Monitoring reports this view. The first call makes the table incomplete. */
    void recordMonitoring(long nowMicros) {
        if (!monitored) {
            monitored = true;
            synced = false;
            progress.begin(routesSeen, nowMicros);
            editExisting(nowMicros, record -> record.setMonitored(true));
        }
    }

    /** Handles the End-of-RIB of a family (RFC 4724 section 2). The one of the last family completes the table. */
    void handleEndOfRib(AfiSafi family, long nowMicros) {
        if (synced) {
            return;
        }
        progress.recordEndOfRib(family, nowMicros);
        if (progress.hasEveryEnd(PeerFacts.familiesOf(facts))) {
            complete(nowMicros);
        }
    }

    /** Completes the table, or families of it. Messages waited unread before {@code stalledMicros}. */
    void tick(long nowMicros, long stalledMicros) {
        if (!open || synced) {
            return;
        }
        if (progress.isComplete(PeerFacts.familiesOf(facts), nowMicros, stalledMicros)) {
            complete(nowMicros);
        } else if (monitored) {
            for (AfiSafi family : progress.takeEnded(PeerFacts.familiesOf(facts), nowMicros)) {
                writeMark(SessionMark.newBuilder().setFamily(ContractTypes.toContract(family)), epoch, nowMicros);
            }
        }
    }

    /**
     * Starts an epoch. After a gap, older routes that were only mirrored are dead, because the router sends no new
     * table to correct them.
     */
    private void start(PerPeerHeader header, @Nullable PeerFacts known, boolean hard, long nowMicros) {
        open = true;
        facts = known;
        synced = false;
        routesSeen = false;
        bgpsecSeen = false;
        progress.begin(false, nowMicros);
        knownGap = sessions.gaps().newest();
        edit(nowMicros, before -> {
            Session.Builder record = before == null ? Session.newBuilder() : before.toBuilder();
            epoch = (before == null ? sessions.epochFloor() : before.getEpoch()) + 1;
            onlyMirroredBefore = before != null && ViewWarnings.wasOnlyMirrored(before);
            monitored = before != null && isResent(before) && !onlyMirroredBefore;
            boolean unknowable = before != null && before.getGapsHealed() < knownGap && !monitored;
            String warning = warnings.start(before, hard, onlyMirroredBefore && !hard && !unknowable, known);
            if (hard || unknowable) {
                record.setDeadBefore(epoch);
            }
            if (hard || unknowable || before == null || before.getState() == State.DOWN) {
                record.setGapsHealed(knownGap); // no older route is left that the gap could have affected
            }
            return describe(record, header)
                    .setEpoch(epoch)
                    .setState(State.SYNCING)
                    .setDownReason("")
                    .setRoutesSeen(false)
                    .setBgpsecSeen(false)
                    .setTableWarning(warning);
        });
    }

    /**
     * Completes the table with a mark, which withdraws the routes that were not announced again. A view that is only
     * mirrored gets no mark, because its router sends no table.
     */
    private void complete(long nowMicros) {
        synced = true;
        progress.end();
        editExisting(nowMicros, record -> {
            record.setState(State.UP);
            if (monitored) {
                record.setSyncedEpoch(epoch).setGapsHealed(Math.max(knownGap, record.getGapsHealed()));
            }
        });
        if (!monitored) {
            return;
        }
        writeMark(SessionMark.newBuilder(), epoch, nowMicros);
    }

    private void writeMark(SessionMark.Builder mark, long ofEpoch, long nowMicros) {
        out.mark(
                id,
                RouteEvent.newBuilder()
                        .setMark(mark)
                        .setEpoch(ofEpoch)
                        .setReceivedUs(nowMicros)
                        .build()
                        .toByteArray());
    }

    /**
     * Publishes a new record of the session. All changes of the record pass through this method.
     *
     * @param edit returns the new record for the current one (null for none), or null to leave the record as it is
     */
    private void edit(long nowMicros, Function<@Nullable Session, Session.@Nullable Builder> edit) {
        sessions.change(id, before -> {
            Session.Builder record = edit.apply(before);
            return record == null ? before : record.setChangedUs(nowMicros).build();
        });
    }

    /** Edits the record if the session has one. */
    private void editExisting(long nowMicros, Consumer<Session.Builder> edit) {
        edit(nowMicros, before -> {
            if (before == null) {
                return null;
            }
            Session.Builder record = before.toBuilder();
            edit.accept(record);
            return record;
        });
    }

    /** Returns true if, by the session's record, the router sends the whole table on each new BMP connection. */
    private boolean isResent(Session record) {
        return record.getMonitored() && (view != RibView.ADJ_RIB_IN_PRE || rules.sources() != Sources.MIRRORING);
    }

    private boolean isOwn(Session record) {
        return record.getCollectorId().equals(rules.collectorId());
    }

    private Session.Builder describe(Session.Builder record, PerPeerHeader header) {
        record.setSessionId(byteString(id.bytes()))
                .setRouterHash(byteString(router.hash()))
                .setRouterIp(router.ip())
                .setRouterName(router.name())
                .setPeerHash(byteString(peer.hash(router)))
                .setPeerIp(header.addressText())
                .setPeerAs((int) header.asn())
                .setPeerBgpId(header.bgpId())
                .setPeerType(header.peerType())
                .setPeerDistinguisher(header.distinguisher())
                .setView(ContractTypes.toContract(view))
                .setCollectorId(rules.collectorId())
                .setRelayed(relayed)
                .setFeed(rules.feeds().speakers().include(header))
                .setDescribedBy(rules.describedBy())
                .clearLocalAs()
                .clearFacts();
        if (facts != null) {
            record.setPeerAs((int) facts.peerAs()).setFacts(facts.toRecord(view));
        }
        return description.describe(OwnAs.describe(record, header, facts));
    }

    private static ByteString byteString(Bytes bytes) {
        return UnsafeByteOperations.unsafeWrap(bytes.toArray());
    }
}
