// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pathproof.contracts.v1.Source;
import org.pathproof.wire.bgp.Nlri;

/**
 * Decides, for the pre-policy Adj-RIB-In of one peer, which of two sources is used where both tell of a route: Route Monitoring, which
 * has the whole table but on many routers without BGPsec_PATH, and Route Mirroring, which is verbatim (RFC 7854 section 4.7) and has
 * only what came since. With {@link Sources#AUTO}:
 *
 * <ul>
 *   <li>withdrawals are used from both, but those of Route Monitoring not while it has told of no route of their family and messages are
 *       mirrored: a router that keeps no Adj-RIB-In (FRR without {@code soft-reconfiguration inbound}) withdraws by Route Monitoring
 *       what its peer announces;
 *   <li>a mirrored announcement with BGPsec_PATH is used, and its prefixes count as <em>held</em> until either source withdraws them or
 *       a mirrored announcement without the attribute replaces them;
 *   <li>a mirrored announcement without it is used for prefixes that are held, and for all while Route Monitoring has not told of any route of
 *       the family; else Route Monitoring brings it;
 *   <li>a monitored announcement without it is left out for prefixes that are held; all others are used, and one with BGPsec_PATH ends
 *       the holding.
 * </ul>
 *
 * <p>So a router that sends both shows the signed path, one that sends either shows what it has, and a table dump never hides a signed
 * path that was mirrored before. What was mirrored before the BMP connection was made is not known to it: the validator, which holds
 * the routes, leaves a signed path as it is when the table that is sent then has a copy of it.
 */
final class MirroredRoutes {
    private final Sources sources;
    private final Set<Nlri> held = new HashSet<>();
    /** The AFIs of which Route Monitoring told a route. */
    private final Set<Integer> monitored = new HashSet<>();

    private boolean mirroring;

    MirroredRoutes(Sources sources) {
        this.sources = sources;
    }

    /** Whether messages of this source are used at all. */
    boolean uses(Source source) {
        return switch (sources) {
            case AUTO -> true;
            case MONITORING -> source == Source.MONITORING;
            case MIRRORING -> source == Source.MIRRORING;
        };
    }

    /** Of prefixes announced, those that are to be used. */
    List<Nlri> announced(List<Nlri> nlri, Source source, boolean bgpsec) {
        if (sources != Sources.AUTO) {
            return nlri;
        }
        if (source == Source.MONITORING) {
            nlri.forEach(n -> monitored.add(n.prefix().afi()));
            if (held.isEmpty()) {
                return nlri;
            }
            if (bgpsec) {
                nlri.forEach(held::remove);
                return nlri;
            }
            return nlri.stream().filter(n -> !held.contains(n)).toList();
        }
        if (bgpsec) {
            held.addAll(nlri);
            return nlri;
        }
        return nlri.stream()
                .filter(n -> held.remove(n) || !monitored.contains(n.prefix().afi()))
                .toList();
    }

    /** Notes that a source tells of the view at all. */
    void heard(Source source) {
        mirroring |= source == Source.MIRRORING;
    }

    /** Returns true when mirrored routes stand for a table that Route Monitoring does not bring. */
    boolean replaces() {
        return sources == Sources.AUTO && mirroring && monitored.isEmpty();
    }

    /** Of prefixes withdrawn, those that are to be used. */
    List<Nlri> withdrawn(List<Nlri> nlri, Source source) {
        List<Nlri> used = sources == Sources.AUTO && source == Source.MONITORING && mirroring
                ? nlri.stream()
                        .filter(n -> monitored.contains(n.prefix().afi()))
                        .toList()
                : nlri;
        if (!held.isEmpty()) {
            used.forEach(held::remove);
        }
        return used;
    }

    void clear() {
        held.clear();
        monitored.clear();
        mirroring = false;
    }
}
