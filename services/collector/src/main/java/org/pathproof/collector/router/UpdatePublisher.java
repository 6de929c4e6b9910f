// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.mirroring.MirroredRoutes;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.contracts.v1.Source;
import org.pathproof.routes.SessionWarning;
import org.pathproof.routes.experimental.AttributeIntake;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.RibView;

/** Publishes the routes of the UPDATEs of a peer, after the session of each UPDATE is known. */
final class UpdatePublisher {
    private final RouterContext router;
    private final RouterRules rules;
    private final MirroredRoutes mirrored;
    private final RoutePublisher publisher;

    UpdatePublisher(RouterContext router, MirroredRoutes mirrored) {
        this.router = router;
        this.rules = router.rules();
        this.mirrored = mirrored;
        this.publisher = new RoutePublisher(router.out(), router.metrics());
    }

    /**
     * Publishes an UPDATE of an open view.
     *
     * @param withdrawn withdrawn prefixes to publish
     * @param prePolicySession as in {@link UpdateEvents#announced}
     */
    void publish(
            ViewState view,
            PeerMessage message,
            Update update,
            UpdateEvents events,
            List<Nlri> withdrawn,
            boolean dualPathAllowed,
            Bytes prePolicySession) {
        Source source = message.source();
        long nowMicros = message.receivedMicros();
        boolean announces = events.announces();
        if (!withdrawn.isEmpty()) {
            publisher.withdraw(view, withdrawn, nowMicros);
        }
        boolean bgpsec = UpdateEvents.carriesBgpsec(update);
        boolean announced = false;
        List<UpdateEvents.Announced> groups =
                events.announced(message.header().asn(), dualPathAllowed, source, prePolicySession);
        if (!groups.isEmpty()) {
            events.damage().ifPresent(error -> router.reject("bgp", message.header(), error, message.bgp(), nowMicros));
        }
        if (message.errored()) {
            groups = UpdateEvents.treatedAsWithdrawn(groups);
        }
        AttributeIntake experimental = rules.experimental();
        if (experimental != null) {
            groups = ExperimentalPaths.attach(experimental, update, groups);
            ExperimentalPaths.defect(groups)
                    .ifPresent(error -> router.reject("scheme", message.header(), error, Bytes.EMPTY, nowMicros));
        }
        ByteString attributes =
                view.carriesAttributes() && announces && !message.errored() ? pathAttributes(events) : ByteString.EMPTY;
        for (UpdateEvents.Announced group : groups) {
            List<Nlri> nlri = group.nlri();
            if (view.view() == RibView.ADJ_RIB_IN_PRE) {
                MirroredRoutes.Choice choice = mirrored.announced(nlri, source, bgpsec);
                nlri = choice.announced();
                recordForgotten(view, choice.forgotten(), nowMicros);
                if (!choice.withdrawn().isEmpty()) {
                    publisher.withdraw(view, choice.withdrawn(), nowMicros);
                }
            }
            if (source == Source.MONITORING) {
                router.metrics().countPreferredMirrored(group.nlri().size() - nlri.size());
            }
            if (!nlri.isEmpty()) {
                announced = true;
                view.progress().recordPrefixes(nlri, nowMicros);
                publisher.announce(view, group, nlri, attributes, nowMicros);
            }
        }
        view.recordRoute(announced, announced && bgpsec, nowMicros);
        view.warnings().update(source, announces, announced, nowMicros);
    }

    private void recordForgotten(ViewState view, int paths, long nowMicros) {
        if (paths > 0) {
            router.metrics().countForgottenMirrored(paths);
            view.warnings().add(SessionWarning.SIGNED_PATHS_FORGOTTEN, nowMicros);
        }
    }

    /** Records routes of a source that the settings do not use. */
    void recordUnused(ViewState view, PeerMessage message, UpdateEvents events) {
        if (message.source() == Source.MIRRORING && view.isOpen() && events.announces()) {
            view.warnings().update(message.source(), true, false, message.receivedMicros());
        }
    }

    /** Records an UPDATE from a feed speaker of Pathproof. Its routes are not published. */
    void recordFeedUpdate(ViewState view, @Nullable AfiSafi ended, Source source, long nowMicros) {
        if (source == Source.MONITORING) {
            view.recordMonitoring(nowMicros);
        }
        if (ended != null) {
            view.handleEndOfRib(ended, nowMicros);
        } else {
            router.metrics().countIgnored("feed");
            view.recordRoute(true, false, nowMicros);
        }
    }

    private ByteString pathAttributes(UpdateEvents events) {
        AttributeIntake experimental = rules.experimental();
        return events.pathAttributes()
                .map(all -> experimental == null ? all : ExperimentalPaths.without(experimental, all))
                .map(all -> UnsafeByteOperations.unsafeWrap(all.encode().asByteBuffer()))
                .orElse(ByteString.EMPTY);
    }
}
