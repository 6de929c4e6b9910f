// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.pathproof.collector.rules.Sources;
import org.pathproof.contracts.v1.State;
import org.pathproof.routes.RouteLife;
import org.pathproof.wire.AfiSafi;

/** Tests that continuous updates do not delay the end of a table. The OPENs have both families. */
final class BusyTableTest extends PlayedRouter {
    private static final int ROUTES = 100;

    @Test
    void aFamilyWithoutEndOfRibAndAnUpdateEachFiveSecondsIsComplete() {
        fullTable();
        tickFor(11);
        reconnect();
        half();
        play(bmp.monitor(0, Bmp.endOfRib(AfiSafi.IPV4_UNICAST)));
        for (int i = 0; i < 12 && out.session(PRE).getState() != State.UP; i++) {
            play(bmp.announce(prefix(0)));
            tickFor(5);
        }
        assertThat(out.session(PRE).getState()).isEqualTo(State.UP);
        assertThat(out.live(PRE)).hasSize(ROUTES / 2);
    }

    @Test
    void staleRoutesOfAFamilyWithEndOfRibGoWhileTheOtherFamilyIsStillSent() {
        fullTable();
        tickFor(11);
        reconnect();
        half();
        play(bmp.monitor(0, Bmp.endOfRib(AfiSafi.IPV4_UNICAST)));
        for (int i = 0; i < 6; i++) {
            play(bmp.monitor(0, bmp.plainIpv6("2001:db8:" + i + "::/48")));
            tickFor(2);
        }
        assertThat(out.session(PRE).getState()).isEqualTo(State.SYNCING);
        assertThat(out.marks).containsExactly(PRE);
        assertThat(out.routes.stream().filter(r -> r.event().hasMark()).toList())
                .singleElement()
                .satisfies(
                        mark -> assertThat(mark.event().getMark().getFamily()).isEqualTo(1 << 8 | 1));
    }

    @Test
    void repeatedPrefixesAreChangesOfATable() {
        fullTable();
        for (int second = 0; second < 12; second++) {
            play(bmp.announce(prefix(second % 20)), bmp.withdraw(prefix(99)));
            tickFor(1);
        }
        assertThat(out.marks).containsExactly(PRE);
    }

    @Test
    void everNewPrefixesAtALowRateEndATableAfterAMinute() {
        fullTable();
        for (int second = 0; second < 50; second++) {
            play(bmp.announce("100.64." + second + ".0/24"));
            tickFor(1);
        }
        assertThat(out.marks).isEmpty();
        for (int second = 50; second < 72; second++) {
            play(bmp.announce("100.64." + second + ".0/24"));
            tickFor(1);
        }
        assertThat(out.marks).containsExactly(PRE);
    }

    @Test
    void everNewPrefixesAtAConstantRateEndATableAfterTheSyncTime() {
        play(bmp.peerUp());
        for (int second = 0; second < 290; second++) {
            play(bmp.announce("100." + second / 256 + "." + second % 256 + ".0/24"));
            tickFor(1);
        }
        assertThat(out.marks).as("the table may still be sent").isEmpty();
        for (int second = 290; second < 305; second++) {
            play(bmp.announce("100." + second / 256 + "." + second % 256 + ".0/24"));
            tickFor(1);
        }
        assertThat(out.marks).containsExactly(PRE);
    }

    @Test
    void aLargeTableAtASteadyRateIsNotCutShort() {
        play(bmp.peerUp());
        for (int second = 0; second < 120; second++) {
            play(bmp.announce("10." + second + ".0.0/24", "10." + second + ".1.0/24", "10." + second + ".2.0/24"));
            tickFor(1);
        }
        assertThat(out.marks).isEmpty();
        tickFor(11);
        assertThat(out.marks).containsExactly(PRE);
        assertThat(out.live(PRE)).hasSize(360);
    }

    @Test
    void repeatedEndOfRibDoesNotDelayATableWhoseFamiliesAreNotKnown() {
        router = connect(TestRules.with(Sources.AUTO), true);
        play(bmp.peerUp(), bmp.announce("192.0.2.0/24"));
        router = connect(TestRules.with(Sources.AUTO), true);
        for (int second = 0; second < 14; second++) {
            play(bmp.monitor(0, Bmp.endOfRib(AfiSafi.IPV4_UNICAST)));
            tickFor(1);
        }
        assertThat(out.marks).containsExactly(PRE);
    }

    @Test
    void stallsDoNotDelayATableBeyondTheSyncTime() {
        play(bmp.peerUp(), bmp.announce("192.0.2.0/24"));
        for (int stall = 0; stall < 80 && out.marks.isEmpty(); stall++) {
            now += 4 * SECOND;
            router.tick(now);
        }
        assertThat(out.marks).containsExactly(PRE);
        assertThat(RouteLife.deadBefore(out.session(PRE))).isZero();
    }

    private void fullTable() {
        play(bmp.peerUp());
        for (int i = 0; i < ROUTES; i++) {
            play(bmp.announce(prefix(i)));
        }
    }

    private void half() {
        play(bmp.peerUp());
        for (int i = 0; i < ROUTES / 2; i++) {
            play(bmp.announce(prefix(i)));
        }
    }

    private void reconnect() {
        assertThat(out.marks).containsExactly(PRE);
        out.marks.clear();
        out.routes.removeIf(r -> r.event().hasMark());
        router.disconnect("cable", now);
        router = connect(TestRules.with(Sources.AUTO), false);
    }

    private static String prefix(int i) {
        return "198.18." + i + ".0/24";
    }
}
