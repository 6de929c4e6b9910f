// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.rib;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.pathproof.bgp.NegotiatedSession;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.Aggregator;
import org.pathproof.wire.bgp.As4Path;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.MpUnreach;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.RouteRefresh;
import org.pathproof.wire.bgp.Update;

/** A neighbor that decodes the messages of an {@link AdjRibOut} into a table, and checks markers and lengths. */
final class ReceivedRib {
    private final NegotiatedSession session;
    final Map<Nlri, List<PathAttribute>> routes = new HashMap<>();
    final List<Bytes> messages = new ArrayList<>();
    final Set<AfiSafi> ended = new HashSet<>();
    /** Routes that a refresh has not repeated yet, by family (RFC 7313 section 4). */
    private final Map<AfiSafi, Set<Nlri>> stale = new HashMap<>();

    int refreshes;

    ReceivedRib(NegotiatedSession session) {
        this.session = session;
    }

    NegotiatedSession session() {
        return session;
    }

    static NegotiatedSession session(BgpSessionOptions options, boolean enhancedRefresh) {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        return new NegotiatedSession(
                64500,
                64500,
                1,
                2,
                loopback,
                loopback,
                Set.of(AfiSafi.IPV4_UNICAST, AfiSafi.IPV6_UNICAST),
                options,
                options,
                Duration.ofSeconds(90),
                true,
                enhancedRefresh,
                NegotiatedSession.PeerRestart.NONE);
    }

    /** Polls up to {@code count} messages. Returns false if the source has no more messages. */
    boolean poll(AdjRibOut rib, int count) {
        for (int i = 0; i < count; i++) {
            Optional<Bytes> message = rib.poll();
            if (message.isEmpty()) {
                return false;
            }
            receive(message.get());
        }
        return true;
    }

    void pollAll(AdjRibOut rib) {
        assertThat(poll(rib, 100_000)).as("the source comes to an end").isFalse();
    }

    private void receive(Bytes message) {
        messages.add(message);
        assertThat(message.length()).isLessThanOrEqualTo(session.maxMessageLength());
        BgpMessage decoded = BgpCodec.decode(message, session.sending()).orThrow();
        switch (decoded) {
            case Update update
            when update.endOfRib().isPresent() ->
                assertThat(ended.add(update.endOfRib().get()))
                        .as("one End-of-RIB for each family")
                        .isTrue();
            case Update update -> receive(update);
            case RouteRefresh(AfiSafi family, int subtype)
            when subtype == UpdatePacker.BEGIN_OF_REFRESH -> {
                assertThat(ended)
                        .as("RFC 7313 section 4: not before End-of-RIB")
                        .contains(family);
                stale.put(family, new HashSet<>(routes.keySet()));
                stale.get(family).removeIf(nlri -> nlri.prefix().afi() != family.afi());
            }
            case RouteRefresh(AfiSafi family, int ignored) -> {
                assertThat(stale.remove(family))
                        .as("routes that the refresh does not repeat")
                        .isEmpty();
                refreshes++;
            }
            default -> throw new AssertionError(decoded.toString());
        }
    }

    private void receive(Update update) {
        assertThat(update.errors()).isEmpty();
        update.withdrawn().forEach(this::withdraw);
        update.find(MpUnreach.class).ifPresent(unreach -> unreach.withdrawn().forEach(this::withdraw));
        List<PathAttribute> attributes = normal(update, session.sending());
        update.nlri().forEach(nlri -> announce(nlri, attributes));
        update.find(MpReach.class).ifPresent(reach -> reach.nlri().forEach(nlri -> announce(nlri, attributes)));
    }

    private void announce(Nlri nlri, List<PathAttribute> attributes) {
        stale.values().forEach(set -> set.remove(nlri));
        routes.put(nlri, attributes);
    }

    private void withdraw(Nlri nlri) {
        stale.values().forEach(set -> set.remove(nlri));
        assertThat(routes.remove(nlri))
                .as("only announced routes are withdrawn")
                .isNotNull();
    }

    /** Returns the attributes with 4-octet AS numbers and without prefixes, in ascending order of type codes. */
    static List<PathAttribute> normal(Update update, BgpSessionOptions options) {
        List<PathAttribute> list = new ArrayList<>();
        for (PathAttribute attribute : update.attributes()) {
            switch (attribute) {
                case MpReach reach ->
                    list.add(new MpReach(reach.flags(), reach.family(), reach.nextHop(), List.of(), Bytes.EMPTY));
                case AsPath ignored -> list.add(update.asPath(options).orElseThrow());
                case As4Path ignored -> {}
                case Aggregator as4
                when as4.typeCode() == PathAttribute.AS4_AGGREGATOR -> {
                    list.removeIf(known -> known.typeCode() == PathAttribute.AGGREGATOR);
                    list.add(new Aggregator(0xc0, PathAttribute.AGGREGATOR, as4.asn(), as4.address()));
                }
                default -> list.add(attribute);
            }
        }
        list.sort(Comparator.comparingInt(PathAttribute::typeCode));
        return list;
    }
}
