// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Prefix;

/**
 * Finds the evidence about one override in the rows of its prefix. The result depends on the arguments only.
 * Thread-safe.
 *
 * <p>The views are read in this order, until one tells:
 *
 * <ol>
 * <li>the Loc-RIB of the router (RFC 9069);
 * <li>the paths that internal neighbors have from the router: a router announces what it uses. With ADD-PATH it also
 *     announces others, so that several paths with the override among them do not tell;
 * <li>the views of the router's session with Pathproof, before and after the import policy.
 * </ol>
 */
final class UseRules {
    private static final String LOC_RIB = "Loc-RIB";

    private UseRules() {}

    /**
     * Returns the evidence about an override.
     *
     * @param rows all rows of the prefix, of all routers
     * @param complete true for a Loc-RIB in which a missing row means that the router has no route of this family
     */
    static Evidence of(
            RouterViews router,
            AnnouncedOverride override,
            Prefix prefix,
            List<SeenPath> rows,
            Predicate<Session> complete) {
        Evidence found = locRib(router, override, rows, complete);
        if (found.isSilent()) {
            found = neighbors(router, override, prefix, rows);
        }
        return found.isSilent() ? importPolicy(router, override, rows) : found;
    }

    private static Evidence locRib(
            RouterViews router, AnnouncedOverride override, List<SeenPath> rows, Predicate<Session> complete) {
        List<SeenPath> ofRouter = rows.stream().filter(router::isLocRib).toList();
        if (ofRouter.isEmpty()) {
            return router.locRib().values().stream()
                            .anyMatch(session -> session.getState() == State.UP && complete.test(session))
                    ? Evidence.noRoute(LOC_RIB)
                    : Evidence.SILENT;
        }
        if (!ofRouter.stream().allMatch(SeenPath::current)) {
            return Evidence.SILENT;
        }
        long ours = ofRouter.stream().filter(row -> isPath(override, row)).count();
        if (ours == ofRouter.size()) {
            return Evidence.ours(LOC_RIB);
        }
        SeenPath first = ofRouter.getFirst();
        return ours == 0 ? Evidence.other(first, override.isOverride(first), LOC_RIB) : Evidence.SILENT;
    }

    /** Returns true for a row along which the router forwards as along the override. */
    private static boolean isPath(AnnouncedOverride override, SeenPath row) {
        return override.hasAsPathOf(row) && override.hasNextHopOf(row);
    }

    private static Evidence neighbors(
            RouterViews router, AnnouncedOverride override, Prefix prefix, List<SeenPath> rows) {
        List<Evidence> found = new ArrayList<>();
        Map<ByteString, List<SeenPath>> bySession = new LinkedHashMap<>();
        for (SeenPath row : rows) {
            if (!row.current() || row.session().getRouterHash().equals(router.hash())) {
                continue;
            }
            if (router.isNeighbor(row)) {
                bySession
                        .computeIfAbsent(row.session().getSessionId(), ignored -> new ArrayList<>())
                        .add(row);
            } else if (TellingViews.isInternalNeighbor(row.session())) {
                found.add(reflected(router, override, row));
            }
        }
        bySession.values().forEach(ofSession -> found.add(neighbor(override, prefix, ofSession)));
        found.removeIf(Evidence::isSilent);
        boolean agree = found.stream().map(Evidence::kind).distinct().count() == 1;
        return agree ? found.getFirst() : Evidence.SILENT;
    }

    /** Returns the evidence from the paths that one neighbor has from the router. */
    private static Evidence neighbor(AnnouncedOverride override, Prefix prefix, List<SeenPath> rows) {
        Session session = rows.getFirst().session();
        String view = "internal neighbor " + nameOf(session);
        // Several paths in a session without the capability are paths of several tables: none of them tells.
        if (rows.size() > 1 && !hasAddPath(session, prefix)) {
            return Evidence.SILENT;
        }
        boolean ours = rows.stream().anyMatch(row -> override.isOverride(row) && override.hasAsPathOf(row));
        if (ours) {
            return rows.size() == 1 ? Evidence.ours(view) : Evidence.SILENT;
        }
        // After its import policy, the neighbor may have changed the path.
        SeenPath first = rows.getFirst();
        return session.getView() == RibView.ADJ_RIB_IN_PRE && rows.stream().noneMatch(override::hasAsPathOf)
                ? Evidence.other(first, override.isOverride(first), view)
                : Evidence.SILENT;
    }

    /** Returns the evidence from a path that reflectors passed on (RFC 4456 section 8). */
    private static Evidence reflected(RouterViews router, AnnouncedOverride override, SeenPath row) {
        String view = "router " + nameOf(row.session());
        if (override.isOverride(row)) {
            return override.hasAsPathOf(row) && router.identifiers().stream().anyMatch(row::hasPassed)
                    ? Evidence.ours(view)
                    : Evidence.SILENT;
        }
        return row.session().getView() == RibView.ADJ_RIB_IN_PRE
                        && !override.hasAsPathOf(row)
                        && router.identifiers().stream().anyMatch(row::isOriginatedBy)
                ? Evidence.other(row, false, view)
                : Evidence.SILENT;
    }

    private static Evidence importPolicy(RouterViews router, AnnouncedOverride override, List<SeenPath> rows) {
        boolean received = rows.stream()
                .anyMatch(row ->
                        row.current() && router.isFeed(row, RibView.ADJ_RIB_IN_PRE) && override.hasAsPathOf(row));
        boolean monitored = router.feed().values().stream()
                .anyMatch(session -> session.getView() == RibView.ADJ_RIB_IN_POST && session.getState() == State.UP);
        return received && monitored && accepted(router, rows).isEmpty()
                ? Evidence.denied("session with Pathproof")
                : Evidence.SILENT;
    }

    /** Returns the override as the import policy of the router has changed it, if the view is published. */
    static List<SeenPath> accepted(RouterViews router, List<SeenPath> rows) {
        return rows.stream()
                .filter(row -> row.current() && router.isFeed(row, RibView.ADJ_RIB_IN_POST))
                .toList();
    }

    private static boolean hasAddPath(Session session, Prefix prefix) {
        return session.getFacts().getAddPathList().contains(prefix.afi() << 8 | AfiSafi.SAFI_UNICAST);
    }

    private static String nameOf(Session session) {
        return session.getRouterName().isEmpty() ? session.getRouterIp() : session.getRouterName();
    }
}
