// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Aggregator;
import org.pathproof.wire.bgp.As4Path;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.SecurePath;

class RouteAttributesTest {
    private static final BgpSessionOptions TWO_OCTETS = new BgpSessionOptions(false, Set.of(), false);
    private static final Bytes ADDRESS = Bytes.fromHex("c0000201");

    @Test
    void sortsByTypeCodeAndKeepsTheFirstOfARepeatedAttribute() {
        AsPath path = asPath(AsPath.AS_SEQUENCE, 1L, 2L);
        RouteAttributes attributes = RouteAttributes.of(List.of(
                path, new Origin(PathAttribute.FLAG_TRANSITIVE, 1), new Origin(PathAttribute.FLAG_TRANSITIVE, 2)));
        assertThat(attributes.list()).containsExactly(new Origin(PathAttribute.FLAG_TRANSITIVE, 1), path);
        assertThat(attributes)
                .isEqualTo(RouteAttributes.of(List.of(new Origin(PathAttribute.FLAG_TRANSITIVE, 1), path)));
    }

    @Test
    void removesPrefixesFromMpReach() {
        Bytes nextHop = Bytes.fromHex("20010db8000000000000000000000001");
        MpReach reach = new MpReach(
                PathAttribute.FLAG_OPTIONAL,
                AfiSafi.IPV6_UNICAST,
                nextHop,
                List.of(Nlri.of(Prefix.parse("2001:db8::/32"))),
                Bytes.EMPTY);
        RouteAttributes attributes = RouteAttributes.of(List.of(reach));
        assertThat(attributes.nextHop()).contains(nextHop);
        assertThat(attributes.find(MpReach.class).orElseThrow().nlri()).isEmpty();
    }

    /** RFC 6793 section 4.2.3. */
    @Test
    void mergesFourOctetNumbersOfAnOldSession() {
        RouteAttributes attributes = RouteAttributes.of(
                List.of(
                        asPath(AsPath.AS_SEQUENCE, 1L, 23456L),
                        new Aggregator(0xc0, PathAttribute.AGGREGATOR, AsPath.AS_TRANS, ADDRESS),
                        new As4Path(0xc0, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(1L, 70000L)))),
                        new Aggregator(0xc0, PathAttribute.AS4_AGGREGATOR, 70000, ADDRESS)),
                TWO_OCTETS);
        assertThat(attributes.list())
                .containsExactly(
                        asPath(AsPath.AS_SEQUENCE, 1L, 70000L),
                        new Aggregator(0xc0, PathAttribute.AGGREGATOR, 70000, ADDRESS));
        assertThat(attributes.originAs()).hasValue(70000);
    }

    /** RFC 8205 section 4.4. */
    @Test
    void reconstructsAsPathFromBgpsecPath() {
        SecurePath path = new SecurePath(
                List.of(
                        new SecurePath.Segment(1, SecurePath.FLAG_CONFED_SEGMENT, 65001),
                        new SecurePath.Segment(0, 0, 64999),
                        new SecurePath.Segment(2, 0, 64501),
                        new SecurePath.Segment(1, 0, 64502)),
                List.of(new SecurePath.SignatureBlock(
                        1,
                        Collections.nCopies(
                                4, new SecurePath.SignatureSegment(Bytes.wrap(new byte[20]), Bytes.EMPTY)))));
        RouteAttributes attributes =
                RouteAttributes.of(List.of(new BgpsecPath(PathAttribute.FLAG_OPTIONAL, BgpsecPathCodec.encode(path))));
        assertThat(attributes.find(AsPath.class).orElseThrow().segments())
                .containsExactly(
                        new AsPath.Segment(AsPath.AS_CONFED_SEQUENCE, List.of(65001L)),
                        new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(64501L, 64501L, 64502L)));
        assertThat(attributes.asPathLength()).isEqualTo(3);
        assertThat(attributes.neighborAs()).hasValue(64501);
    }

    @Test
    void splitsAReconstructedSequenceAndBoundsItsLength() {
        assertThat(reconstructed(255, 2).segments())
                .extracting(segment -> segment.asns().size())
                .containsExactly(255, 255);
        assertThat(RouteAttributes.of(List.of(secured(255, 8))).find(AsPath.class))
                .as("2,040 AS numbers")
                .isEmpty();
        assertThat(RouteAttributes.of(List.of(new BgpsecPath(PathAttribute.FLAG_OPTIONAL, Bytes.EMPTY)))
                        .find(AsPath.class))
                .as("a damaged attribute")
                .isEmpty();
    }

    private static AsPath reconstructed(int pCount, int hops) {
        return RouteAttributes.of(List.of(secured(pCount, hops)))
                .find(AsPath.class)
                .orElseThrow();
    }

    private static BgpsecPath secured(int pCount, int hops) {
        SecurePath path = new SecurePath(
                Collections.nCopies(hops, new SecurePath.Segment(pCount, 0, 64501)),
                List.of(new SecurePath.SignatureBlock(
                        1,
                        Collections.nCopies(
                                hops, new SecurePath.SignatureSegment(Bytes.wrap(new byte[20]), Bytes.EMPTY)))));
        return new BgpsecPath(PathAttribute.FLAG_OPTIONAL, BgpsecPathCodec.encode(path));
    }

    private static AsPath asPath(int type, Long... asns) {
        return new AsPath(PathAttribute.FLAG_TRANSITIVE, List.of(new AsPath.Segment(type, List.of(asns))));
    }
}
