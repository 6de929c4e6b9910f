// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.tag;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.ErrorHandling;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Reception;
import org.pathproof.wire.bgp.Sender;
import org.pathproof.wire.bgp.UnknownAttribute;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bgp.UpdateCheck;

/**
 * Checks the attributes of a path with the table of attribute errors: as the router received them, and as the router
 * receives the announcement of Pathproof. Reads no attribute itself.
 */
final class AnnouncementCheck {
    private static final BgpSessionOptions LONGEST =
            new BgpSessionOptions(true, BgpSessionOptions.DEFAULT.addPath(), true);

    private AnnouncementCheck() {}

    /**
     * Returns the attributes that a router uses; empty if the router treats the route as withdrawn.
     *
     * @param attributes attributes with one next hop
     * @param external true if the peer is outside of the confederation
     */
    static Optional<List<PathAttribute>> ofReceived(Prefix prefix, List<PathAttribute> attributes, boolean external) {
        Reception reception = new Reception(external ? Sender.EXTERNAL : Sender.INTERNAL, true, true, true, false);
        return usable(UpdateCheck.of(update(prefix, attributes), reception), attributes);
    }

    /**
     * Returns the attributes of an announcement without those that an internal peer would discard; empty if the peer
     * would not use the announcement.
     */
    static Optional<List<PathAttribute>> ofSent(Prefix prefix, List<PathAttribute> attributes) {
        Update update = update(prefix, attributes);
        if (attributes.stream().anyMatch(UnknownAttribute.class::isInstance)) {
            // Only the decoder knows the form of attributes without a record.
            Optional<Update> read = read(update);
            if (read.isEmpty()) {
                return Optional.empty();
            }
            update = read.get();
        }
        return usable(UpdateCheck.of(update, Reception.from(Sender.INTERNAL, true)), attributes);
    }

    private static Optional<Update> read(Update update) {
        try {
            return BgpCodec.decode(BgpCodec.encode(update, LONGEST), LONGEST)
                            instanceof Decoded.Ok<BgpMessage>(Update read)
                    ? Optional.of(read)
                    : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty(); // too long for any message
        }
    }

    private static Optional<List<PathAttribute>> usable(UpdateCheck check, List<PathAttribute> attributes) {
        if (check.withdraws()) {
            return Optional.empty();
        }
        List<PathAttribute> usable = new ArrayList<>(attributes);
        for (UpdateCheck.HandledFault fault : check.faults()) {
            if (fault.handling() == ErrorHandling.ATTRIBUTE_DISCARD) {
                usable.removeIf(
                        attribute -> attribute.typeCode() == fault.fault().typeCode());
            }
        }
        return Optional.of(usable);
    }

    private static Update update(Prefix prefix, List<PathAttribute> attributes) {
        List<Nlri> nlri = List.of(Nlri.of(prefix));
        List<PathAttribute> list = new ArrayList<>(attributes.size());
        for (PathAttribute attribute : attributes) {
            list.add(
                    attribute instanceof MpReach reach
                            ? new MpReach(reach.flags(), AfiSafi.IPV6_UNICAST, reach.nextHop(), nlri, Bytes.EMPTY)
                            : attribute);
        }
        return new Update(List.of(), list, prefix.isIpv4() ? nlri : List.of(), List.of());
    }
}
