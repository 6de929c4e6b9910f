// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.List;
import java.util.Optional;
import org.pathproof.contracts.v1.SchemePath;
import org.pathproof.routes.experimental.AttributeIntake;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.UnknownAttribute;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bgp.route.RoutePathAttributes;

/** Puts the experimental path attribute of an UPDATE into its route events (ADR 58), while the experiment is on. */
final class ExperimentalPaths {
    private ExperimentalPaths() {}

    /** Returns the announcements of an UPDATE with its experimental attribute; the same ones if there is none. */
    static List<UpdateEvents.Announced> attach(
            AttributeIntake intake, Update update, List<UpdateEvents.Announced> announced) {
        for (PathAttribute attribute : update.attributes()) {
            if (attribute instanceof UnknownAttribute unknown && unknown.typeCode() == intake.typeCode()) {
                SchemePath path = intake.path(unknown.value(), prefixes(update));
                return announced.stream().map(one -> attach(path, one)).toList();
            }
        }
        return announced;
    }

    private static UpdateEvents.Announced attach(SchemePath path, UpdateEvents.Announced to) {
        return new UpdateEvents.Announced(
                to.family(),
                to.nlri(),
                to.announcement().toBuilder().setSchemePath(path).build());
    }

    private static int prefixes(Update update) {
        return update.nlri().size()
                + update.find(MpReach.class).map(reach -> reach.nlri().size()).orElse(0);
    }

    /** Returns the defect that makes the attribute of these announcements unusable, if any. */
    static Optional<WireError> defect(List<UpdateEvents.Announced> announced) {
        return announced.stream()
                .findFirst()
                .map(one -> one.announcement().getSchemePath().getDefect())
                .filter(defect -> !defect.isEmpty())
                .map(defect -> new WireError(WireError.Code.BAD_VALUE, "path attribute of a scheme", 0, defect));
    }

    /** Leaves out the experimental attribute, whose private values are erased, so that no feed announces it. */
    static RoutePathAttributes without(AttributeIntake intake, RoutePathAttributes all) {
        return new RoutePathAttributes(all.attributes().stream()
                .filter(attribute -> attribute.typeCode() != intake.typeCode())
                .toList());
    }
}
