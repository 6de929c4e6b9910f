// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.MpUnreach;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;
import tools.jackson.core.JsonGenerator;

/** Prefixes that the updates of one peer and view announced and withdrew. Each prefix counts once. */
final class RouteCounts {
    private final Set<Prefix> announced = new HashSet<>();
    private final Set<Prefix> withdrawn = new HashSet<>();
    private int updates;
    private int endOfRibs;

    void add(Update update) {
        updates++;
        if (update.endOfRib().isPresent()) {
            endOfRibs++;
        }
        add(withdrawn, update.withdrawn());
        add(announced, update.nlri());
        for (PathAttribute attribute : update.attributes()) {
            if (attribute instanceof MpReach reach) {
                add(announced, reach.nlri());
            } else if (attribute instanceof MpUnreach unreach) {
                add(withdrawn, unreach.withdrawn());
            }
        }
    }

    /** Counts a route of a table dump. */
    void add(Prefix prefix) {
        announced.add(prefix);
    }

    /** Returns the prefixes that an update announces. */
    static List<String> announcedBy(Update update) {
        RouteCounts counts = new RouteCounts();
        counts.add(update);
        return sorted(counts.announced);
    }

    void write(JsonGenerator json) {
        json.writeNumberProperty("updates", updates);
        JsonArrays.writeStrings(json, "announced", sorted(announced));
        JsonArrays.writeStrings(json, "withdrawn", sorted(withdrawn));
        json.writeNumberProperty("eor", endOfRibs);
        json.writeNumberProperty("n_announced", announced.size());
        json.writeNumberProperty("n_withdrawn", withdrawn.size());
    }

    private static void add(Set<Prefix> prefixes, List<Nlri> nlri) {
        for (Nlri entry : nlri) {
            prefixes.add(entry.prefix());
        }
    }

    private static List<String> sorted(Set<Prefix> prefixes) {
        return prefixes.stream().map(Prefix::toString).sorted().toList();
    }
}
