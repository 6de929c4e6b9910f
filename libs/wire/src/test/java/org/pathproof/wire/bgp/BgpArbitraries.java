// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import static org.pathproof.wire.ByteArbitraries.bytes;
import static org.pathproof.wire.ByteArbitraries.prefix;
import static org.pathproof.wire.ByteArbitraries.u16;
import static org.pathproof.wire.ByteArbitraries.u32;
import static org.pathproof.wire.ByteArbitraries.u8;
import static org.pathproof.wire.bgp.PathAttribute.FLAG_EXTENDED_LENGTH;
import static org.pathproof.wire.bgp.PathAttribute.FLAG_OPTIONAL;
import static org.pathproof.wire.bgp.PathAttribute.FLAG_TRANSITIVE;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;

/** Generators of well-formed BGP messages, attributes and capabilities of every kind. */
public final class BgpArbitraries {
    private static final int OPTIONAL_TRANSITIVE = FLAG_OPTIONAL | FLAG_TRANSITIVE;

    private BgpArbitraries() {}

    public static Arbitrary<BgpSessionOptions> options() {
        return Combinators.combine(
                        Arbitraries.of(true, false),
                        Arbitraries.of(AfiSafi.IPV4_UNICAST, AfiSafi.IPV6_UNICAST)
                                .set(),
                        Arbitraries.of(true, false))
                .as(BgpSessionOptions::new);
    }

    public static Arbitrary<BgpMessage> messages(BgpSessionOptions options) {
        return Arbitraries.oneOf(
                opens().map(m -> m),
                updates(options).map(m -> m),
                Combinators.combine(u8(), u8(), bytes(0, 100)).as(Notification::new),
                Arbitraries.just(new KeepAlive()),
                Combinators.combine(families(), u8()).as(RouteRefresh::new),
                Combinators.combine(Arbitraries.integers().between(6, 255), bytes(0, 100))
                        .as(UnknownMessage::new));
    }

    public static Arbitrary<Open> opens() {
        return Combinators.combine(
                        u16(),
                        u16(),
                        Arbitraries.integers(),
                        capabilities().list().ofMaxSize(20))
                .as((as, holdTime, id, capabilities) -> new Open(4, as, holdTime, id, capabilities));
    }

    public static Arbitrary<Capability> capabilities() {
        return Arbitraries.oneOf(
                families().map(Capability.Multiprotocol::new),
                Arbitraries.just(new Capability.RouteRefreshCapability()),
                Arbitraries.just(new Capability.ExtendedMessage()),
                Arbitraries.just(new Capability.EnhancedRouteRefresh()),
                Combinators.combine(
                                Arbitraries.integers().between(0, 15),
                                Arbitraries.of(Capability.Bgpsec.Direction.class),
                                u16())
                        .as(Capability.Bgpsec::new),
                u8().map(Capability.Role::new),
                Combinators.combine(
                                Arbitraries.integers().between(0, 15),
                                Arbitraries.integers().between(0, 4095),
                                Combinators.combine(families(), u8())
                                        .as(Capability.GracefulRestart.Family::new)
                                        .list()
                                        .ofMaxSize(5))
                        .as(Capability.GracefulRestart::new),
                u32().map(Capability.FourOctetAs::new),
                Combinators.combine(families(), Arbitraries.integers().between(1, 3))
                        .as(Capability.AddPath.Entry::new)
                        .list()
                        .ofMaxSize(5)
                        .map(Capability.AddPath::new),
                Combinators.combine(u8().filter(code -> !Capabilities.isKnown(code)), bytes(0, 255))
                        .as(Capability.Unknown::new));
    }

    /** Generates UPDATEs of up to about 4,100 bytes, with each attribute at most once. */
    public static Arbitrary<Update> updates(BgpSessionOptions options) {
        return Combinators.combine(
                        nlri(options, AfiSafi.IPV4_UNICAST),
                        attributes(options).list().ofMaxSize(8).uniqueElements(PathAttribute::typeCode),
                        nlri(options, AfiSafi.IPV4_UNICAST))
                .as((withdrawn, attributes, nlri) -> new Update(withdrawn, attributes, nlri, List.of()));
    }

    public static Arbitrary<PathAttribute> attributes(BgpSessionOptions options) {
        List<Arbitrary<? extends PathAttribute>> kinds = new ArrayList<>(List.of(
                flags(FLAG_TRANSITIVE)
                        .flatMap(f -> Arbitraries.integers().between(0, 2).map(v -> new Origin(f, v))),
                flags(FLAG_TRANSITIVE)
                        .flatMap(f -> segments(f, options.fourOctetAs(), 0).map(s -> new AsPath(f, s))),
                flags(OPTIONAL_TRANSITIVE).flatMap(f -> segments(f, true, 1).map(s -> new As4Path(f, s))),
                flags(FLAG_TRANSITIVE).flatMap(f -> bytes(4).map(a -> new NextHop(f, a))),
                flags(FLAG_OPTIONAL).flatMap(f -> u32().map(v -> new MultiExitDisc(f, v))),
                flags(FLAG_TRANSITIVE).flatMap(f -> u32().map(v -> new LocalPref(f, v))),
                flags(FLAG_TRANSITIVE).map(AtomicAggregate::new),
                flags(OPTIONAL_TRANSITIVE)
                        .flatMap(f -> Combinators.combine(asns(options.fourOctetAs()), bytes(4))
                                .as((as, a) -> new Aggregator(f, PathAttribute.AGGREGATOR, as, a))),
                flags(OPTIONAL_TRANSITIVE)
                        .flatMap(f -> Combinators.combine(u32(), bytes(4))
                                .as((as, a) -> new Aggregator(f, PathAttribute.AS4_AGGREGATOR, as, a))),
                listOf(OPTIONAL_TRANSITIVE, 4, Arbitraries.integers(), Communities::new),
                listOf(OPTIONAL_TRANSITIVE, 8, Arbitraries.longs(), ExtendedCommunities::new),
                listOf(
                        OPTIONAL_TRANSITIVE,
                        12,
                        Combinators.combine(u32(), u32(), u32()).as(LargeCommunities.LargeCommunity::new),
                        LargeCommunities::new),
                flags(FLAG_OPTIONAL).flatMap(f -> bytes(4).map(id -> new OriginatorId(f, id))),
                listOf(FLAG_OPTIONAL, 4, bytes(4), ClusterList::new),
                flags(FLAG_OPTIONAL).flatMap(f -> bytes(0, maxLength(f)).map(v -> new BgpsecPath(f, v))),
                flags(OPTIONAL_TRANSITIVE).flatMap(f -> u32().map(as -> new OnlyToCustomer(f, as)))));
        kinds.add(mpReach(options));
        kinds.add(mpUnreach(options));
        kinds.add(Combinators.combine(
                        u8(),
                        u8().filter(code -> PathAttributes.find(code) == null && AttributeForms.find(code) == null))
                .flatAs((f, code) -> bytes(0, maxLength(f)).map(v -> new UnknownAttribute(f, code, v))));
        return Arbitraries.oneOf(
                kinds.stream().<Arbitrary<PathAttribute>>map(a -> a.map(x -> x)).toList());
    }

    public static Arbitrary<SecurePath> securePaths() {
        Arbitrary<SecurePath.SignatureBlock> blocks = Combinators.combine(
                        u8(),
                        Combinators.combine(bytes(20), bytes(0, 80))
                                .as(SecurePath.SignatureSegment::new)
                                .list()
                                .ofMaxSize(6))
                .as(SecurePath.SignatureBlock::new);
        return Combinators.combine(
                        Combinators.combine(u8(), u8(), u32())
                                .as(SecurePath.Segment::new)
                                .list()
                                .ofMinSize(1)
                                .ofMaxSize(6),
                        blocks.list().ofMinSize(1).ofMaxSize(2))
                .as(SecurePath::new);
    }

    private static Arbitrary<MpReach> mpReach(BgpSessionOptions options) {
        Arbitrary<MpReach> ipv4 = Combinators.combine(
                        flags(FLAG_OPTIONAL | FLAG_EXTENDED_LENGTH),
                        Arbitraries.of(4, 16, 32).flatMap(n -> bytes(n)),
                        nlri(options, AfiSafi.IPV4_UNICAST))
                .as((f, hop, nlri) -> new MpReach(f, AfiSafi.IPV4_UNICAST, hop, nlri, Bytes.EMPTY));
        Arbitrary<MpReach> ipv6 = Combinators.combine(
                        flags(FLAG_OPTIONAL | FLAG_EXTENDED_LENGTH),
                        Arbitraries.of(16, 32).flatMap(n -> bytes(n)),
                        nlri(options, AfiSafi.IPV6_UNICAST))
                .as((f, hop, nlri) -> new MpReach(f, AfiSafi.IPV6_UNICAST, hop, nlri, Bytes.EMPTY));
        Arbitrary<MpReach> other = Combinators.combine(
                        flags(FLAG_OPTIONAL | FLAG_EXTENDED_LENGTH), otherFamilies(), bytes(0, 255), bytes(0, 200))
                .as((f, family, hop, nlri) -> new MpReach(f, family, hop, List.of(), nlri));
        return Arbitraries.oneOf(ipv4, ipv6, other);
    }

    private static Arbitrary<MpUnreach> mpUnreach(BgpSessionOptions options) {
        Arbitrary<MpUnreach> unicast = Arbitraries.of(AfiSafi.IPV4_UNICAST, AfiSafi.IPV6_UNICAST)
                .flatMap(family -> Combinators.combine(
                                flags(FLAG_OPTIONAL | FLAG_EXTENDED_LENGTH), nlri(options, family))
                        .as((f, withdrawn) -> new MpUnreach(f, family, withdrawn, Bytes.EMPTY)));
        Arbitrary<MpUnreach> other = Combinators.combine(flags(FLAG_OPTIONAL), otherFamilies(), bytes(0, 200))
                .as((f, family, withdrawn) -> new MpUnreach(f, family, List.of(), withdrawn));
        return Arbitraries.oneOf(unicast, other);
    }

    private static Arbitrary<List<Nlri>> nlri(BgpSessionOptions options, AfiSafi family) {
        Arbitrary<Long> pathIds = options.addPath().contains(family) ? u32() : Arbitraries.just(0L);
        return Combinators.combine(pathIds, prefix(family.afi()))
                .as(Nlri::new)
                .list()
                .ofMaxSize(8);
    }

    private static Arbitrary<List<AsPath.Segment>> segments(int flags, boolean fourOctetAs, int min) {
        int perSegment = (flags & FLAG_EXTENDED_LENGTH) != 0 ? 60 : 10;
        return Combinators.combine(
                        Arbitraries.integers().between(AsPath.AS_SET, AsPath.AS_CONFED_SET),
                        asns(fourOctetAs).list().ofMinSize(1).ofMaxSize(perSegment))
                .as(AsPath.Segment::new)
                .list()
                .ofMinSize(min)
                .ofMaxSize(3);
    }

    private static Arbitrary<Long> asns(boolean fourOctetAs) {
        return fourOctetAs ? u32() : Arbitraries.longs().between(0, 0xffff);
    }

    /** Generates the flags of an attribute: {@code kind} with any values of the bits below Optional and Transitive. */
    private static Arbitrary<Integer> flags(int kind) {
        return Arbitraries.integers().between(0, 0x3f).map(rest -> kind | rest & ~(FLAG_OPTIONAL | FLAG_TRANSITIVE));
    }

    private static int maxLength(int flags) {
        return (flags & FLAG_EXTENDED_LENGTH) != 0 ? 360 : 255;
    }

    private static <T, A extends PathAttribute> Arbitrary<A> listOf(
            int kind, int size, Arbitrary<T> element, Constructor<T, A> constructor) {
        return flags(kind)
                .flatMap(f -> element.list()
                        .ofMinSize(1)
                        .ofMaxSize(maxLength(f) / size)
                        .map(values -> constructor.make(f, values)));
    }

    private interface Constructor<T, A> {
        A make(int flags, List<T> values);
    }

    private static Arbitrary<AfiSafi> families() {
        return Combinators.combine(u16(), u8()).as(AfiSafi::new);
    }

    private static Arbitrary<AfiSafi> otherFamilies() {

        return families().filter(family -> !NlriList.isDecoded(family));
    }
}
