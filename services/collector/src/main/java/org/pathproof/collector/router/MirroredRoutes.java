// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pathproof.contracts.v1.Source;
import org.pathproof.wire.bgp.Nlri;

/**
 * Chooses between the two sources of a peer's pre-policy Adj-RIB-In. Route Monitoring carries the whole table, but many
 * routers omit BGPsec_PATH from it. Route Mirroring is verbatim (RFC 7854 section 4.7), and carries only messages since
 * the BMP connection began. With {@link Sources#AUTO}:
 *
 * <ul>
 *   <li>Withdrawals of both sources are used. Exception: monitored withdrawals are not used while messages are mirrored
 *       and Route Monitoring has announced no route of the family. A router that keeps no Adj-RIB-In (FRR without
 *       {@code soft-reconfiguration inbound}) sends monitored withdrawals of routes that its peer announces.
 *   <li>A mirrored announcement with BGPsec_PATH is used, and its prefixes are <em>held</em>. Holding ends when either
 *       source withdraws them, or a mirrored announcement without the attribute replaces them.
 *   <li>A mirrored announcement without the attribute is used for held prefixes. Such an announcement is used for all
 *       prefixes while Route Monitoring has announced no route of the family. Otherwise, the monitored announcement is
 *       used.
 *   <li>A monitored announcement without the attribute is not used for held prefixes. Other monitored announcements are
 *       used, and one with BGPsec_PATH ends the holding.
 * </ul>
 *
 * <p>So the signed path of a router that sends both sources is used, and a table dump never replaces a signed path that
 * was mirrored before. Routes mirrored on an earlier BMP connection are unknown to this class. The validator has them,
 * and keeps a signed path if the new table has a copy without the attribute.
 */
final class MirroredRoutes {
    private final Sources sources;
    private final Set<Nlri> held = new HashSet<>();
    /** The AFIs in which Route Monitoring has announced a route. */
    private final Set<Integer> monitored = new HashSet<>();

    private boolean mirroring;

    MirroredRoutes(Sources sources) {
        this.sources = sources;
    }

    /** Returns true if the settings use messages of this source. */
    boolean uses(Source source) {
        return switch (sources) {
            case AUTO -> true;
            case MONITORING -> source == Source.MONITORING;
            case MIRRORING -> source == Source.MIRRORING;
        };
    }

    /** Returns the announced prefixes to use. */
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

    /** Records that a message of a source arrived. */
    void onMessage(Source source) {
        mirroring |= source == Source.MIRRORING;
    }

    /** Returns true if mirrored routes replace a table that Route Monitoring does not send. */
    boolean replaces() {
        return sources == Sources.AUTO && mirroring && monitored.isEmpty();
    }

    /** Returns the withdrawn prefixes to use. */
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
