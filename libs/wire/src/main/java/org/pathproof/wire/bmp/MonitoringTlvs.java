// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.NetworkText;
import org.pathproof.wire.bgp.Capabilities;
import org.pathproof.wire.bgp.Capability;

/**
 * The TLVs of a version 4 Route Monitoring message, except the UPDATE itself (draft-ietf-grow-bmp-tlv). Unknown TLVs
 * are kept as bytes.
 *
 * @param numbering the type numbers that the router uses
 * @param all every TLV except the BGP Message, in the order received
 */
public record MonitoringTlvs(Numbering numbering, List<IndexedTlv> all) {
    /** The type numbers of the draft. Revision 20 changed them. */
    public enum Numbering {
        /** Type numbers before revision 20. */
        EARLY(4, 2, 3, 1),
        /** Type numbers since revision 20. */
        CURRENT(7, 4, 5, 6);

        private final int bgpMessage;
        private final int group;
        private final int tableName;
        private final int statelessParsing;

        Numbering(int bgpMessage, int group, int tableName, int statelessParsing) {
            this.bgpMessage = bgpMessage;
            this.group = group;
            this.tableName = tableName;
            this.statelessParsing = statelessParsing;
        }

        /** Returns the type of the TLV that holds the UPDATE. */
        public int bgpMessage() {
            return bgpMessage;
        }

        /** Returns the snake-case name of a type in the output of tools. Empty for types that are kept as bytes. */
        public Optional<String> nameOf(int type) {
            if (type == group) {
                return Optional.of("group");
            }
            if (type == tableName) {
                return Optional.of("table_name");
            }
            return type == statelessParsing ? Optional.of("stateless_parsing") : Optional.empty();
        }
    }

    /** The empty TLVs of a version 3 message. */
    public static final MonitoringTlvs NONE = new MonitoringTlvs(Numbering.CURRENT, List.of());

    /** Returns the name of the VRF or table of the routes. */
    public Optional<String> tableName() {
        return all.stream()
                .filter(t -> t.type() == numbering.tableName)
                .map(t -> NetworkText.name(t.value()))
                .findFirst();
    }

    /**
     * Returns the capabilities that define the encoding of the UPDATE, one for each Stateless Parsing TLV (section
     * 5.2.3). A TLV without a valid capability is skipped.
     */
    public List<Capability> capabilities() {
        return all.stream()
                .filter(t -> t.type() == numbering.statelessParsing)
                .flatMap(t -> Capabilities.decode(t.value()).stream())
                .toList();
    }

    /**
     * Returns the members of a group as indexes of prefixes in the UPDATE (section 5.2.1). Empty if the value is not a
     * list of indexes.
     */
    public static List<Integer> groupMembers(Bytes value) {
        if (value.length() % 2 != 0) {
            return List.of();
        }
        return IntStream.range(0, value.length() / 2)
                .mapToObj(i -> value.u16(2 * i))
                .toList();
    }

    /**
     * Returns the families whose prefixes carry a Path Identifier: the negotiated ones, unless a Stateless Parsing TLV
     * with an ADD-PATH capability (RFC 7911 section 4) overrides them.
     *
     * <p>The capability describes the router. Received routes carry Path Identifiers when the router can receive them.
     * Routes of its Adj-RIB-Out carry them when the router can send them.
     */
    public Set<AfiSafi> addPath(Set<AfiSafi> negotiated, PerPeerHeader peer) {
        if (all.isEmpty()) {
            return negotiated;
        }
        int direction = peer.isLocRib()
                ? Capability.AddPath.RECEIVE | Capability.AddPath.SEND
                : peer.isAdjRibOut() ? Capability.AddPath.SEND : Capability.AddPath.RECEIVE;
        Set<AfiSafi> families = new HashSet<>(negotiated);
        for (Capability capability : capabilities()) {
            if (capability instanceof Capability.AddPath(var entries)) {
                for (Capability.AddPath.Entry entry : entries) {
                    if ((entry.mode() & direction) != 0) {
                        families.add(entry.family());
                    } else {
                        families.remove(entry.family());
                    }
                }
            }
        }
        return families;
    }
}
