// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import com.google.protobuf.ByteString;
import java.util.List;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.RouteEvent;
import org.pathproof.contracts.v1.Withdrawal;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.bgp.Nlri;

/** Writes the route events of a peer: one record for each prefix, with the epoch of its session. */
final class RoutePublisher {
    private final RouterOutput out;
    private final CollectorMetrics.OfRouter metrics;

    RoutePublisher(RouterOutput out, CollectorMetrics.OfRouter metrics) {
        this.out = out;
        this.metrics = metrics;
    }

    /** Publishes announcements of prefixes of one family. */
    void announce(
            ViewState view, UpdateEvents.Announced group, List<Nlri> nlri, ByteString attributes, long nowMicros) {
        byte[] event = RouteEvent.newBuilder()
                .setAnnouncement(group.announcement())
                .setEpoch(view.epoch())
                .setReceivedUs(nowMicros)
                .setPathAttributes(attributes)
                .build()
                .toByteArray();
        for (Nlri n : nlri) {
            out.writeRoute(
                    new RouteKey(n.prefix(), group.family().safi(), view.id(), n.pathId()),
                    event,
                    view.label(),
                    nowMicros);
        }
        metrics.countAnnouncements(nlri.size(), group.announcement().getFindingsList());
        metrics.countFindings(nlri.size(), group.announcement().getDiscardsList());
    }

    /** Publishes withdrawals of prefixes. */
    void withdraw(ViewState view, List<Nlri> withdrawn, long nowMicros) {
        byte[] event = RouteEvent.newBuilder()
                .setWithdrawal(Withdrawal.getDefaultInstance())
                .setEpoch(view.epoch())
                .setReceivedUs(nowMicros)
                .build()
                .toByteArray();
        for (Nlri n : withdrawn) {
            out.writeRoute(
                    new RouteKey(n.prefix(), AfiSafi.SAFI_UNICAST, view.id(), n.pathId()),
                    event,
                    view.label(),
                    nowMicros);
        }
        metrics.countWithdrawals(withdrawn.size());
    }
}
