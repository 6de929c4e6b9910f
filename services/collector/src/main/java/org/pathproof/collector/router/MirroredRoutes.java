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
 *   <li>withdrawals are used from both;
 *   <li>a mirrored announcement with BGPsec_PATH is used, and its prefixes count as <em>held</em> until either source withdraws them or
 *       a mirrored announcement without the attribute replaces them;
 *   <li>a mirrored announcement without it is used for prefixes that are held, and for all while Route Monitoring has not told of this
 *       view; else Route Monitoring brings it;
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
    private boolean monitored;

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
            monitored = true;
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
        if (!monitored) {
            nlri.forEach(held::remove);
            return nlri;
        }
        return nlri.stream().filter(held::remove).toList();
    }

    void withdrawn(List<Nlri> nlri) {
        if (!held.isEmpty()) {
            nlri.forEach(held::remove);
        }
    }

    void clear() {
        held.clear();
        monitored = false;
    }
}
