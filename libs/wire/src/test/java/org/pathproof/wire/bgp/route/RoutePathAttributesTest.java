// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Aggregator;
import org.pathproof.wire.bgp.As4Path;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpArbitraries;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Reception;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.Sender;
import org.pathproof.wire.bgp.UnknownAttribute;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bgp.UpdateCheck;

/** Tests that encoding and decoding do not change the attributes of a route, for any UPDATE. */
class RoutePathAttributesTest {
    private static final BgpSessionOptions TWO_OCTETS = new BgpSessionOptions(false, Set.of(), true);
    private static final Bytes ROUTER = Bytes.fromHex("c0000201");
    private static final List<Nlri> PREFIX = List.of(new Nlri(0, Prefix.parse("192.0.2.0/24")));
    private static final Origin IGP = new Origin(PathAttribute.FLAG_TRANSITIVE, 0);

    record Received(BgpSessionOptions options, Update update) {}

    @Property
    void decodesItsOwnEncoding(@ForAll("received") Received received) {
        RoutePathAttributes.of(unchecked(received.update), received.options).ifPresent(attributes -> {
            Bytes field = attributes.encode();
            assertThat(field.length()).isLessThanOrEqualTo(RoutePathAttributes.MAX_BYTES);
            assertThat(RoutePathAttributes.decode(field).orElseThrow().encode()).isEqualTo(field);
            assertThat(attributes.attributes())
                    .extracting(PathAttribute::typeCode)
                    .doesNotContain(3, 14, 15, 17, 18, 33)
                    .contains(2);
        });
    }

    @Property
    void givesAttributesOrNoneForAnyBytes(@ForAll byte[] bytes) {
        assertThat(RoutePathAttributes.decode(Bytes.wrap(bytes))).isNotNull();
    }

    @Example
    void mergesTheAttributesOfASpeakerWithTwoOctetAsNumbers() {
        Update update = update(
                IGP,
                path(64500, AsPath.AS_TRANS),
                new As4Path(0xc0, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(4200000000L)))),
                new Aggregator(0xc0, PathAttribute.AGGREGATOR, AsPath.AS_TRANS, ROUTER),
                new Aggregator(0xc0, PathAttribute.AS4_AGGREGATOR, 4200000000L, ROUTER));
        RoutePathAttributes attributes =
                RoutePathAttributes.of(unchecked(update), TWO_OCTETS).orElseThrow();
        assertThat(attributes.attributes())
                .containsExactly(
                        path(64500, 4200000000L),
                        IGP,
                        new Aggregator(0xc0, PathAttribute.AGGREGATOR, 4200000000L, ROUTER));
    }

    @Example
    void reconstructsTheAsPathOfASignedRoute() {
        SecurePath path = new SecurePath(
                List.of(
                        new SecurePath.Segment(1, SecurePath.FLAG_CONFED_SEGMENT, 65001),
                        new SecurePath.Segment(0, 0, 64502),
                        new SecurePath.Segment(2, 0, 64501),
                        new SecurePath.Segment(1, 0, 64500)),
                List.of(new SecurePath.SignatureBlock(1, List.of(signature(), signature(), signature(), signature()))));
        Update update = update(IGP, new BgpsecPath(0x80, BgpsecPathCodec.encode(path)));
        assertThat(RoutePathAttributes.of(unchecked(update), BgpSessionOptions.DEFAULT)
                        .orElseThrow()
                        .find(AsPath.class))
                .contains(new AsPath(
                        PathAttribute.FLAG_TRANSITIVE,
                        List.of(
                                new AsPath.Segment(AsPath.AS_CONFED_SEQUENCE, List.of(65001L)),
                                new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(64501L, 64501L, 64500L)))));
    }

    @Example
    void splitsAReconstructedSequenceAt255AsNumbers() {
        SecurePath path = new SecurePath(
                List.of(new SecurePath.Segment(200, 0, 64501), new SecurePath.Segment(100, 0, 64500)), List.of());
        AsPath flat = path.asPath(300).orElseThrow();
        assertThat(flat.segments()).extracting(s -> s.asns().size()).containsExactly(45, 255);
        assertThat(flat.asns().getFirst()).isEqualTo(64501);
        assertThat(flat.originAs()).hasValue(64500);
        assertThat(path.asPath(299)).isEmpty();
    }

    @Example
    void leavesOutMalformedAttributesAndRoutesThatAreWithdrawn() {
        Update withDamage = new Update(
                List.of(),
                List.of(
                        IGP,
                        path(64500),
                        new UnknownAttribute(0xc0, PathAttribute.AGGREGATOR, Bytes.fromHex("00")),
                        new UnknownAttribute(0xe0, 200, Bytes.fromHex("01"))),
                PREFIX,
                List.of());
        assertThat(RoutePathAttributes.of(unchecked(withDamage), BgpSessionOptions.DEFAULT)
                        .orElseThrow()
                        .attributes())
                .extracting(PathAttribute::typeCode)
                .containsExactly(2, 1, 200);
        UpdateCheck withdrawn = UpdateCheck.of(update(IGP, path(64500, 0)), Reception.from(Sender.EXTERNAL, true));
        assertThat(RoutePathAttributes.of(withdrawn, BgpSessionOptions.DEFAULT)).isEqualTo(Optional.empty());
        assertThat(RoutePathAttributes.of(unchecked(update(IGP)), BgpSessionOptions.DEFAULT))
                .isEqualTo(Optional.empty());
    }

    @Provide
    Arbitrary<Received> received() {
        return BgpArbitraries.options()
                .flatMap(options -> BgpArbitraries.updates(options).map(update -> new Received(options, update)));
    }

    @Example
    void leavesOutAttributesThatAreDiscarded() {
        Update update = update(
                IGP,
                path(64500),
                new NextHop(0x40, ROUTER),
                new LocalPref(0x40, 100),
                new Aggregator(0xc0, PathAttribute.AGGREGATOR, 0, ROUTER));
        UpdateCheck checked = UpdateCheck.of(update, Reception.from(Sender.EXTERNAL, true));
        assertThat(RoutePathAttributes.of(checked, BgpSessionOptions.DEFAULT)
                        .orElseThrow()
                        .attributes())
                .containsExactly(path(64500), IGP);
    }

    private static UpdateCheck unchecked(Update update) {
        return new UpdateCheck(update, List.of());
    }

    private static Update update(PathAttribute... attributes) {
        return new Update(List.of(), List.of(attributes), PREFIX, List.of());
    }

    private static AsPath path(long... asns) {
        return new AsPath(
                PathAttribute.FLAG_TRANSITIVE,
                List.of(new AsPath.Segment(
                        AsPath.AS_SEQUENCE,
                        java.util.Arrays.stream(asns).boxed().toList())));
    }

    private static SecurePath.SignatureSegment signature() {
        return new SecurePath.SignatureSegment(Bytes.wrap(new byte[20]), Bytes.wrap(new byte[70]));
    }
}
