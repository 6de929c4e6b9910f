// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.rib;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Aggregator;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.Communities;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;

/** Prefixes and sets of attributes by number. */
final class TestRoutes {
    /** Number of the set of attributes that does not fit into 4,096 bytes. */
    static final int BIG = 5;

    private TestRoutes() {}

    static Prefix prefix(int number) {
        return number % 2 == 0
                ? Prefix.ipv4(0x0a00_0000 + (number << 16), 16 + number)
                : Prefix.ipv6(0x2001_0db8_0000_0000L + number, 0, 64);
    }

    /**
     * Returns one of six sets of attributes. Sets 1 and 4 have an AS number above 65,535. Sets 2 and 3 have many
     * communities. Set 5 does not fit into 4,096 bytes.
     */
    static List<PathAttribute> attributes(int number, boolean ipv4) {
        List<PathAttribute> list = new ArrayList<>();
        list.add(new Origin(PathAttribute.FLAG_TRANSITIVE, 0));
        long last = number == 1 || number == 4 ? 4_200_000_000L : 64500L;
        list.add(new AsPath(
                PathAttribute.FLAG_TRANSITIVE,
                List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(64501L, last + number)))));
        list.add(new LocalPref(PathAttribute.FLAG_TRANSITIVE, 101));
        if (number == 4) {
            list.add(new Aggregator(0xc0, PathAttribute.AGGREGATOR, last, Bytes.fromHex("c0000201")));
        }
        switch (number) {
            case 2 -> list.add(communities(70));
            case 3 -> list.add(communities(990));
            case BIG -> list.add(communities(1_500));
            default -> {}
        }
        if (ipv4) {
            list.add(new NextHop(PathAttribute.FLAG_TRANSITIVE, Bytes.fromHex("c0000201")));
        } else {
            list.add(new MpReach(
                    PathAttribute.FLAG_OPTIONAL,
                    AfiSafi.IPV6_UNICAST,
                    Bytes.fromHex("20010db8000000000000000000000001"),
                    List.of(),
                    Bytes.EMPTY));
        }
        return list;
    }

    static Communities communities(int count) {
        int flags = count > 63 ? 0xd0 : 0xc0;
        return new Communities(flags, IntStream.range(0, count).boxed().toList());
    }
}
