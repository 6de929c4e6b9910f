// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.WireError;

/**
 * An UPDATE with all faults of its path attributes: those of decoding, and those of content that {@link #of} finds. The
 * {@link FaultTable} has the handling of each. Faults that are no error under the circumstances are left out.
 */
public record UpdateCheck(Update update, List<HandledFault> faults) {
    private static final int LONGEST_NEXT_HOP = 32;

    /** A fault with its handling, which is an error. */
    public record HandledFault(AttributeFault fault, ErrorHandling handling) {}

    /**
     * Checks an UPDATE. Content is checked only if the UPDATE announces prefixes, or has attributes without need. The
     * values of BGPsec_PATH are not checked.
     */
    public static UpdateCheck of(Update update, Reception reception) {
        Search search = new Search(update, reception);
        update.faults().forEach(search::add);
        for (PathAttribute attribute : update.attributes()) {
            search.check(attribute);
        }
        if (update.announces()) {
            search.checkPresence();
        }
        return new UpdateCheck(update, List.copyOf(search.faults));
    }

    /**
     * Returns the strongest handling of all faults (RFC 7606 section 3(h)). A fault that withdraws the routes of an
     * UPDATE without routes resets the session, because the prefixes may be unread (RFC 7606 section 5.2).
     */
    public ErrorHandling handling() {
        ErrorHandling strongest = ErrorHandling.NO_ERROR;
        for (HandledFault found : faults) {
            strongest = strongest.orStronger(found.handling);
        }
        return strongest.withdraws() && !update.announces() ? ErrorHandling.SESSION_RESET : strongest;
    }

    /** Returns true if the announced routes must not be used. */
    public boolean withdraws() {
        return handling().withdraws();
    }

    /** Returns the first of the faults with the strongest handling, or empty for an UPDATE without faults. */
    public Optional<HandledFault> strongest() {
        @Nullable HandledFault strongest = null;
        for (HandledFault found : faults) {
            if (strongest == null || found.handling.compareTo(strongest.handling) > 0) {
                strongest = found;
            }
        }
        return Optional.ofNullable(strongest);
    }

    /** Returns the UPDATE without the attributes that are discarded. */
    public Update usable() {
        List<Integer> discarded = new ArrayList<>();
        for (HandledFault found : faults) {
            if (found.handling == ErrorHandling.ATTRIBUTE_DISCARD && !isPartial(found.fault)) {
                discarded.add(found.fault.typeCode());
            }
        }
        if (discarded.isEmpty()) {
            return update;
        }
        return new Update(
                update.withdrawn(),
                update.attributes().stream()
                        .filter(attribute -> !discarded.contains(attribute.typeCode()))
                        .toList(),
                update.nlri(),
                update.faults());
    }

    /**
     * Returns true if only a part is discarded: repetitions, which the decoder has dropped, and segments of AS4_PATH,
     * which {@link AsPath#mergedWith} leaves out.
     */
    private static boolean isPartial(AttributeFault fault) {
        return fault.fault() == Fault.REPEATED || fault.fault() == Fault.CONFEDERATION_SEGMENT;
    }

    /** Collects the faults of one UPDATE. */
    private static final class Search {
        private final Update update;
        private final Reception reception;
        private final List<HandledFault> faults = new ArrayList<>(0);

        Search(Update update, Reception reception) {
            this.update = update;
            this.reception = reception;
        }

        void add(AttributeFault fault) {
            ErrorHandling handling = FaultTable.handling(fault.typeCode(), fault.fault(), reception);
            if (handling != ErrorHandling.NO_ERROR) {
                faults.add(new HandledFault(fault, handling));
            }
        }

        private void add(int typeCode, Fault fault, String message) {
            ErrorHandling handling = FaultTable.handling(typeCode, fault, reception);
            if (handling != ErrorHandling.NO_ERROR) {
                WireError.Code code = fault == Fault.MISSING ? WireError.Code.MISSING : WireError.Code.BAD_VALUE;
                faults.add(new HandledFault(AttributeFault.found(typeCode, fault, code, message), handling));
            }
        }

        void check(PathAttribute attribute) {
            switch (attribute) {
                case AsPath path -> checkPath(path);
                case As4Path path -> checkAs4Path(path);
                case Aggregator aggregator -> checkAggregator(aggregator);
                case NextHop nextHop -> checkNextHop(nextHop);
                case MpReach reach -> checkReach(reach);
                case LocalPref _ -> add(PathAttribute.LOCAL_PREF, Fault.UNEXPECTED, "an external peer sent it");
                case OriginatorId _ -> add(PathAttribute.ORIGINATOR_ID, Fault.UNEXPECTED, "an external peer sent it");
                case ClusterList _ -> add(PathAttribute.CLUSTER_LIST, Fault.UNEXPECTED, "an external peer sent it");
                case UnknownAttribute unknown -> checkUnknown(unknown);
                default -> {}
            }
        }

        private void checkPath(AsPath path) {
            checkSegments(path.typeCode(), path.segments());
            boolean confederation = false;
            for (AsPath.Segment segment : path.segments()) {
                confederation |= segment.isConfederation();
            }
            if (confederation) {
                add(
                        PathAttribute.AS_PATH,
                        Fault.CONFEDERATION_SEGMENT,
                        "a peer outside the confederation sent a confederation segment");
            }
            if (path.segments().isEmpty() || path.segments().getFirst().type() != AsPath.AS_CONFED_SEQUENCE) {
                add(
                        PathAttribute.AS_PATH,
                        Fault.NO_CONFEDERATION_SEQUENCE,
                        "a member of the confederation sent a path that does not begin with AS_CONFED_SEQUENCE");
            }
        }

        private void checkAs4Path(As4Path path) {
            if (reception.fourOctetAs()) {
                add(path.typeCode(), Fault.UNEXPECTED, "the session has 4-octet AS numbers");
                return;
            }
            checkSegments(path.typeCode(), path.segments());
            for (AsPath.Segment segment : path.segments()) {
                if (segment.isConfederation()) {
                    add(path.typeCode(), Fault.CONFEDERATION_SEGMENT, "it has a confederation segment");
                    return;
                }
            }
        }

        private void checkSegments(int typeCode, List<AsPath.Segment> segments) {
            boolean zero = false;
            boolean set = false;
            for (AsPath.Segment segment : segments) {
                zero |= segment.asns().contains(0L);
                set |= segment.type() == AsPath.AS_SET || segment.type() == AsPath.AS_CONFED_SET;
            }
            if (zero) {
                add(typeCode, Fault.AS_ZERO, "AS 0 is in the path");
            }
            if (set && !reception.asSetsAllowed()) {
                add(typeCode, Fault.AS_SET, "the path has an AS_SET or AS_CONFED_SET");
            }
        }

        private void checkAggregator(Aggregator aggregator) {
            if (reception.fourOctetAs() && aggregator.typeCode() == PathAttribute.AS4_AGGREGATOR) {
                add(aggregator.typeCode(), Fault.UNEXPECTED, "the session has 4-octet AS numbers");
            } else if (aggregator.asn() == 0) {
                add(aggregator.typeCode(), Fault.AS_ZERO, "the AS number is 0");
            }
        }

        private void checkNextHop(NextHop nextHop) {
            if (update.nlri().isEmpty()) {
                if (update.has(PathAttribute.MP_REACH_NLRI)) {
                    add(nextHop.typeCode(), Fault.UNEXPECTED, "all prefixes are in MP_REACH_NLRI");
                }
            } else if (!isHost(nextHop.address())) {
                add(nextHop.typeCode(), Fault.NO_HOST_ADDRESS, noHost(nextHop.address()));
            }
        }

        private void checkReach(MpReach reach) {
            Bytes nextHop = reach.nextHop();
            if (!NlriList.isDecoded(reach.family()) || nextHop.isEmpty()) {
                return;
            }
            // RFC 2545 section 3: the second of two addresses is link-local.
            boolean host = nextHop.length() == LONGEST_NEXT_HOP
                    ? isHost(nextHop.slice(0, 16)) || isHost(nextHop.from(16))
                    : isHost(nextHop);
            if (!host) {
                add(reach.typeCode(), Fault.NO_HOST_ADDRESS, noHost(nextHop));
            }
        }

        private void checkUnknown(UnknownAttribute unknown) {
            if ((unknown.flags() & PathAttribute.FLAG_OPTIONAL) == 0
                    && PathAttributes.find(unknown.typeCode()) == null
                    && AttributeForms.find(unknown.typeCode()) == null) {
                add(unknown.typeCode(), Fault.UNRECOGNIZED, "the type is unknown, and the attribute is not optional");
            }
        }

        void checkPresence() {
            require(PathAttribute.ORIGIN);
            if (!reception.bgpsec()) {
                require(PathAttribute.AS_PATH);
            }
            if (!update.nlri().isEmpty()) {
                require(PathAttribute.NEXT_HOP);
            }
            require(PathAttribute.LOCAL_PREF);
        }

        private void require(int typeCode) {
            if (!update.has(typeCode)) {
                add(typeCode, Fault.MISSING, "the attribute is missing");
            }
        }

        private static String noHost(Bytes address) {
            return "the next hop " + address.toHex() + " is not the address of a host";
        }

        private static boolean isHost(Bytes address) {
            int first = address.u8(0);
            if (address.length() == 4) {
                return first != 0 && first >> 4 != 0xe && address.u32(0) != 0xffff_ffffL;
            }
            boolean zero = true;
            for (int i = 0; i < address.length(); i++) {
                zero &= address.u8(i) == 0;
            }
            return !zero && first != 0xff;
        }
    }
}
