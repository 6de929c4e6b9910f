// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.spv;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.pathproof.research.schemes.ConfiguredScheme;
import org.pathproof.research.schemes.KeyDirectory;
import org.pathproof.research.schemes.SecuredPath;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.research.schemes.SecuredRoute;
import org.pathproof.research.schemes.Speaker;
import org.pathproof.research.schemes.SpeakerIdentity;
import org.pathproof.research.schemes.Verification;
import org.pathproof.research.schemes.hors.HashFamily;
import org.pathproof.research.schemes.hors.TreeHash;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * Truncation of a long path with the single-ASN private key of a shorter path. AS 65001 is the origin. The attacker, AS
 * 65009, receives the short path 65001 and longer ones over 65002 to 65006.
 */
final class SpvTruncationTest {
    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
    private static final Instant EXPIRES = NOW.plus(Duration.ofHours(1));
    private static final Prefix PREFIX = Prefix.parse("192.0.2.0/24");
    private static final long ATTACKER = 65_009;

    private final TreeHash hash = HashFamily.AES.create();
    private final ConfiguredScheme scheme = new SpvScheme().configure(SpvScheme.PUBLISHED, new SecureRandom());
    private final List<Speaker> chain =
            LongStream.rangeClosed(65_001, 65_006).mapToObj(this::issue).toList();
    private final Speaker attacker = issue(ATTACKER);

    private Speaker issue(long asn) {
        return scheme.issue(new SpeakerIdentity(
                asn, List.of(), asn == 65_001 ? List.of(PREFIX) : List.of(), NOW.plus(Duration.ofDays(1))));
    }

    @Test
    void twoHopsOrMoreCannotBeCutOffWithTheKeyOfAShorterPath() {
        for (int hops = 4; hops <= chain.size(); hops++) {
            SecuredRoute received = received(hops);
            assertThat(verify(received)).isEqualTo(Verification.valid());
            for (int kept = 2; kept <= hops - 2; kept++) {
                assertThat(verify(truncated(received, kept)).isValid())
                        .as("%d of %d hops", kept, hops)
                        .isFalse();
            }
        }
    }

    @Test
    void oneHopCanBeCutOffWithTheKeyOfAShorterPath() {
        for (int hops = 3; hops <= chain.size(); hops++) {
            assertThat(verify(truncated(received(hops), hops - 1)).isValid())
                    .as("the newest of %d hops", hops)
                    .isTrue();
        }
    }

    @Test
    void noOlderHopCanBePresentedAsTheNewest() {
        SecuredRoute received = received(5);
        for (int kept = 1; kept < 5; kept++) {
            List<Hop> hops = received.path().hops().subList(0, kept);
            assertThat(verify(received.withPath(received.path().withHops(hops))).isValid())
                    .isFalse();
        }
    }

    private SecuredRoute received(int hops) {
        SecuredRoute route =
                chain.getFirst().originate(PREFIX, EXPIRES, List.of(ATTACKER)).getFirst();
        for (Speaker next : chain.subList(1, hops)) {
            route = next.propagate(route, List.of(ATTACKER)).getFirst();
        }
        return route;
    }

    /**
     * Keeps some hops and signs after them. The private key comes from the path of the origin alone, which the attacker
     * receives too. The kept hops stay as received: none is less degraded than the shorter path needs.
     */
    private SecuredRoute truncated(SecuredRoute received, int kept) {
        SecuredPath shorter = received(1).path();
        EpochKeys keys = EpochKeys.decode(shorter.secret(), ((SpvNetwork) scheme).choice(), hash)
                .orElseThrow();
        for (int position = 1; position < kept; position++) {
            keys = keys.next(hash);
        }
        List<Hop> hops = new ArrayList<>(received.path().hops().subList(0, kept));
        SecuredPath stolen = new SecuredPath(hops, Bytes.EMPTY, keys.encode());
        SecuredRoute extended =
                attacker.propagate(received.withPath(stolen), List.of(65_010L)).getFirst();
        List<Hop> sent = new ArrayList<>(hops);
        sent.add(extended.path().hops().getLast());
        return extended.withPath(extended.path().withHops(sent));
    }

    private Verification verify(SecuredRoute route) {
        List<Speaker> all = new ArrayList<>(chain);
        all.add(attacker);
        return scheme.verifier(KeyDirectory.ofSpeakers(all)).verify(route, NOW);
    }
}
