// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.mirroring;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pathproof.collector.rules.Sources;
import org.pathproof.collector.sessions.MemoryBudget;
import org.pathproof.contracts.v1.Source;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.reading.Contradiction;

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
 * <p>A router can mirror Path Identifiers and monitor without them, as FRR does. Then a monitored prefix stands for all
 * paths of the peer to it: a monitored announcement is not used while any path is held, and a monitored withdrawal
 * withdraws all held paths. Paths that only Route Mirroring had are withdrawn when Route Monitoring has the family.
 *
 * <p>So the signed path of a router that sends both sources is used, and a table dump never replaces a signed path that
 * was mirrored before. Routes mirrored on an earlier BMP connection are unknown to this class. The validator has them,
 * and keeps a signed path if the new table has a copy without the attribute. Memory for held prefixes is bounded: the
 * oldest ones are forgotten first, and a monitored copy can then replace their signed path.
 */
public final class MirroredRoutes {
    /** Maximum number of paths with Path Identifiers that are remembered until Route Monitoring has their family. */
    private static final int MAX_FILLED = 10_000;

    /**
     * The consequence of an announcement.
     *
     * @param announced prefixes to announce
     * @param withdrawn prefixes to withdraw before
     * @param forgotten number of held prefixes that are forgotten, because memory for them is bounded
     */
    public record Choice(List<Nlri> announced, List<Nlri> withdrawn, int forgotten) {
        Choice(List<Nlri> announced, List<Nlri> withdrawn) {
            this(announced, withdrawn, 0);
        }
    }

    private final Sources sources;
    private final HeldPaths held;
    /** Mirrored paths with Path Identifiers of families that Route Monitoring has not announced. */
    private final Set<Nlri> filled = new HashSet<>();
    /** The AFIs in which Route Monitoring has announced a route. */
    private final Set<Integer> monitored = new HashSet<>();

    private boolean mirroring;
    private boolean monitoredWithoutIds;

    /** @param budget memory for held prefixes */
    public MirroredRoutes(Sources sources, MemoryBudget budget) {
        this.sources = sources;
        this.held = new HeldPaths(budget);
    }

    /** Returns true if the settings use messages of this source. */
    public boolean uses(Source source) {
        return switch (sources) {
            case AUTO -> true;
            case MONITORING -> source == Source.MONITORING;
            case MIRRORING -> source == Source.MIRRORING;
        };
    }

    /** Returns the announced prefixes to use. */
    public Choice announced(List<Nlri> nlri, Source source, boolean bgpsec) {
        if (sources != Sources.AUTO) {
            return new Choice(nlri, List.of());
        }
        return source == Source.MONITORING ? monitored(nlri, bgpsec) : mirrored(nlri, bgpsec);
    }

    private Choice monitored(List<Nlri> nlri, boolean bgpsec) {
        nlri.forEach(n -> monitored.add(n.prefix().afi()));
        List<Nlri> replaced = List.of();
        if (monitoredWithoutIds && !filled.isEmpty()) {
            replaced = filled.stream()
                    .filter(n -> monitored.contains(n.prefix().afi()) && !held.contains(n))
                    .toList();
            filled.removeIf(n -> monitored.contains(n.prefix().afi()));
        }
        if (held.isEmpty()) {
            return new Choice(nlri, replaced);
        }
        if (bgpsec) {
            List<Nlri> all = new ArrayList<>(replaced);
            for (Nlri n : nlri) {
                all.addAll(heldPaths(n));
                release(n);
            }
            return new Choice(nlri, all);
        }
        return new Choice(
                nlri.stream()
                        .filter(n -> !held.contains(n) && heldPaths(n).isEmpty())
                        .toList(),
                replaced);
    }

    private Choice mirrored(List<Nlri> nlri, boolean bgpsec) {
        if (bgpsec) {
            return new Choice(nlri, List.of(), nlri.stream().mapToInt(held::add).sum());
        }
        List<Nlri> used = new ArrayList<>();
        List<Nlri> left = new ArrayList<>();
        for (Nlri n : nlri) {
            boolean fills = !monitored.contains(n.prefix().afi());
            boolean wasHeld = release(n);
            if (wasHeld && !fills && monitoredWithoutIds && n.pathId() != 0) {
                left.add(n); // the monitored copy has no Path Identifier, and follows
            } else if (wasHeld || fills) {
                used.add(n);
            }
            if (fills && n.pathId() != 0 && filled.size() < MAX_FILLED) {
                filled.add(n);
            }
        }
        return new Choice(used, left);
    }

    /** Records that a message of a source arrived. */
    public void onMessage(Source source) {
        mirroring |= source == Source.MIRRORING;
    }

    /** Records contradictions between the encodings of monitored messages and of the session. */
    public void onContradictions(Set<Contradiction> found) {
        monitoredWithoutIds |= found.contains(Contradiction.PATH_IDS_MISSING);
    }

    /** Returns true if mirrored routes replace a table that Route Monitoring does not send. */
    public boolean replaces() {
        return sources == Sources.AUTO && mirroring && monitored.isEmpty();
    }

    /** Returns true if the routes of a family come from mirrored messages. */
    public boolean isTable(AfiSafi family) {
        return switch (sources) {
            case AUTO -> !monitored.contains(family.afi());
            case MONITORING -> false;
            case MIRRORING -> true;
        };
    }

    /** Records that mirrored messages were lost. Monitored announcements then replace signed paths again. */
    public void onLoss() {
        held.clear();
    }

    /** Returns the withdrawn prefixes to use. */
    public List<Nlri> withdrawn(List<Nlri> nlri, Source source) {
        List<Nlri> used = sources == Sources.AUTO && source == Source.MONITORING && mirroring
                ? nlri.stream()
                        .filter(n -> monitored.contains(n.prefix().afi()))
                        .toList()
                : nlri;
        if (source == Source.MONITORING && monitoredWithoutIds && !held.isEmpty()) {
            List<Nlri> all = new ArrayList<>(used);
            used.forEach(n -> all.addAll(heldPaths(n)));
            used = all;
        }
        if (!held.isEmpty() || !filled.isEmpty()) {
            used.forEach(n -> {
                held.remove(n);
                filled.remove(n);
            });
        }
        return used;
    }

    /** Returns the held paths with Path Identifiers for which a monitored prefix without one stands. */
    private List<Nlri> heldPaths(Nlri monitoredPrefix) {
        if (!monitoredWithoutIds || monitoredPrefix.pathId() != 0) {
            return List.of();
        }
        return held.identified(monitoredPrefix.prefix());
    }

    /** Ends the holding of a path, or of all paths for which a monitored prefix stands. */
    private boolean release(Nlri path) {
        heldPaths(path).forEach(held::remove);
        return held.remove(path);
    }

    public void clear() {
        held.clear();
        filled.clear();
        monitored.clear();
        mirroring = false;
        monitoredWithoutIds = false;
    }
}
