// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.pathproof.bgp.NegotiatedSession;
import org.pathproof.bgp.NegotiatedSession.PeerRestart;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.Notification;
import org.pathproof.wire.bgp.Open;

/** Builds the OPEN of this speaker, and checks the neighbor's OPEN (RFC 4271 section 6.2). */
final class OpenExchange {
    /** Flag of the Graceful Restart Capability: the speaker has restarted (RFC 4724 section 3). */
    static final int RESTART_STATE = 0x8;
    /** Flag of the Graceful Restart Capability: NOTIFICATIONs are graceful (RFC 8538 section 2). */
    static final int GRACEFUL_NOTIFICATION = 0x4;
    /** Flag of a family: forwarding state was preserved (RFC 4724 section 3). */
    static final int FORWARDING_STATE = 0x80;

    private static final int MULTIPROTOCOL_LENGTH = 4;

    private OpenExchange() {}

    /** The result of checking an OPEN. */
    sealed interface Result {
        record Accepted(NegotiatedSession session) implements Result {}

        record Refused(Notification notification, String why) implements Result {}
    }

    /**
     * Returns the OPEN of this speaker.
     *
     * @param restarted true until the first session with the neighbor; sets the Restart State flag
     */
    static Open open(SessionSettings settings, boolean restarted) {
        List<AfiSafi> families = List.copyOf(new TreeSet<>(settings.families()));
        List<Capability> capabilities = new ArrayList<>();
        families.forEach(family -> capabilities.add(new Capability.Multiprotocol(family)));
        capabilities.add(new Capability.RouteRefreshCapability());
        capabilities.add(new Capability.EnhancedRouteRefresh());
        capabilities.add(new Capability.FourOctetAs(settings.localAs()));
        if (settings.extendedMessages()) {
            capabilities.add(new Capability.ExtendedMessage());
        }
        if (!settings.addPath().isEmpty()) {
            capabilities.add(new Capability.AddPath(families.stream()
                    .filter(settings.addPath()::containsKey)
                    .map(family -> new Capability.AddPath.Entry(
                            family, settings.addPath().getOrDefault(family, 0)))
                    .toList()));
        }
        settings.gracefulRestart()
                .ifPresent(restart -> capabilities.add(new Capability.GracefulRestart(
                        (restarted ? RESTART_STATE : 0) | (restart.notifications() ? GRACEFUL_NOTIFICATION : 0),
                        (int) restart.restartTime().toSeconds(),
                        // This speaker forwards no packets, so its restart does not change forwarding state.
                        families.stream()
                                .map(family -> new Capability.GracefulRestart.Family(family, FORWARDING_STATE))
                                .toList())));
        int myAs = settings.localAs() > 0xffff ? AsPath.AS_TRANS : (int) settings.localAs();
        return new Open(
                4, myAs, (int) settings.holdTime().toSeconds(), settings.identifier(), List.copyOf(capabilities));
    }

    /** Checks the neighbor's OPEN. Returns the session that both OPENs select, or the refusal. */
    static Result negotiate(SessionSettings settings, Open sent, Open received, InetAddress local, InetAddress peer) {
        if (received.asn() != settings.peerAs()) {
            return refused(
                    Notifications.BAD_PEER_AS,
                    "the neighbor is in AS " + received.asn() + ", configured is AS " + settings.peerAs());
        }
        if (received.holdTime() == 1 || received.holdTime() == 2) {
            return refused(
                    Notifications.UNACCEPTABLE_HOLD_TIME,
                    "the neighbor proposes a Hold Time of " + received.holdTime() + " s");
        }
        // Without a Hold Time, the neighbor would keep the routes of a speaker that is unreachable without end.
        if (received.holdTime() == 0 && !settings.holdTime().isZero()) {
            return refused(Notifications.UNACCEPTABLE_HOLD_TIME, "the neighbor proposes no Hold Time");
        }
        if (received.bgpIdentifier() == 0) {
            return refused(Notifications.BAD_IDENTIFIER, "the BGP Identifier of the neighbor is 0.0.0.0");
        }
        if (settings.localAs() == settings.peerAs() && received.bgpIdentifier() == settings.identifier()) {
            return refused(
                    Notifications.BAD_IDENTIFIER, "the neighbor has the BGP Identifier of this speaker (RFC 6286)");
        }
        Set<AfiSafi> families = commonFamilies(settings, received);
        if (families.isEmpty()) {
            return new Result.Refused(
                    unsupportedFamilies(settings),
                    "the neighbor advertises none of the families " + new TreeSet<>(settings.families()));
        }
        return new Result.Accepted(new NegotiatedSession(
                settings.localAs(),
                settings.peerAs(),
                settings.identifier(),
                received.bgpIdentifier(),
                local,
                peer,
                families,
                within(BgpCodec.options(sent, received), families),
                within(BgpCodec.options(received, sent), families),
                Duration.ofSeconds(Math.min(sent.holdTime(), received.holdTime())),
                received.find(Capability.RouteRefreshCapability.class).isPresent(),
                received.find(Capability.EnhancedRouteRefresh.class).isPresent(),
                restart(settings, received, families)));
    }

    /**
     * Returns the families of both sides. Without the multiprotocol capability, the neighbor has only IPv4 unicast (RFC
     * 4760 section 8).
     */
    private static Set<AfiSafi> commonFamilies(SessionSettings settings, Open received) {
        Set<AfiSafi> families = new HashSet<>();
        if (received.find(Capability.Multiprotocol.class).isEmpty()) {
            families.add(AfiSafi.IPV4_UNICAST);
        }
        settings.families().stream().filter(received::advertises).forEach(families::add);
        families.retainAll(settings.families());
        return families;
    }

    private static BgpSessionOptions within(BgpSessionOptions options, Set<AfiSafi> families) {
        Set<AfiSafi> addPath = new HashSet<>(options.addPath());
        addPath.retainAll(families);
        return new BgpSessionOptions(options.fourOctetAs(), addPath, options.extendedMessage());
    }

    private static PeerRestart restart(SessionSettings settings, Open received, Set<AfiSafi> families) {
        Capability.GracefulRestart theirs =
                received.find(Capability.GracefulRestart.class).orElse(null);
        if (theirs == null || settings.gracefulRestart().isEmpty()) {
            return PeerRestart.NONE;
        }
        Set<AfiSafi> preserved = new HashSet<>();
        for (Capability.GracefulRestart.Family family : theirs.families()) {
            if ((family.flags() & FORWARDING_STATE) != 0 && families.contains(family.family())) {
                preserved.add(family.family());
            }
        }
        return new PeerRestart(
                true,
                (theirs.flags() & RESTART_STATE) != 0,
                settings.gracefulRestart().get().notifications() && (theirs.flags() & GRACEFUL_NOTIFICATION) != 0,
                Duration.ofSeconds(theirs.restartTime()),
                preserved);
    }

    /** Returns the error that lists the capabilities that this speaker needs (RFC 5492 section 5). */
    private static Notification unsupportedFamilies(SessionSettings settings) {
        ByteWriter data = new ByteWriter();
        for (AfiSafi family : new TreeSet<>(settings.families())) {
            data.u8(Capability.Multiprotocol.CODE)
                    .u8(MULTIPROTOCOL_LENGTH)
                    .u16(family.afi())
                    .u8(0)
                    .u8(family.safi());
        }
        return new Notification(Notifications.OPEN_ERROR, Notifications.UNSUPPORTED_CAPABILITY, data.toBytes());
    }

    private static Result refused(int subcode, String why) {
        return new Result.Refused(Notifications.of(Notifications.OPEN_ERROR, subcode), why);
    }
}
