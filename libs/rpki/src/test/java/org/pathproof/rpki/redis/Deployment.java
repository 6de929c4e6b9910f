// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.harness.OpenedResources;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/** A writer and a follower of the RPKI set in some deployment of Redis. A set has one VRP, whose AS number names it. */
final class Deployment {
    static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration LEASE = Duration.ofSeconds(3);

    final RedisRpkiRepository writer;
    final RedisRpkiSource follower;

    /** Creates writer and follower, even if Redis is unreachable. */
    Deployment(OpenedResources opened, RedisAddress address) {
        writer = opened.open(new RedisRpkiRepository(address));
        follower = opened.open(new RedisRpkiSource(address)).start();
    }

    static RpkiSnapshot set(int asn) {
        return RpkiSnapshot.of(1, new Serial(1), List.of(new Vrp(Prefix.parse("192.0.2.0/24"), 24, asn)));
    }

    /** Publishes a set, with a new lease, as soon as Redis is available. Returns it as the follower received it. */
    RpkiSet publish(int asn) {
        await().atMost(TIMEOUT).until(() -> tryToPublish(set(asn)) == RedisRpkiRepository.Outcome.PUBLISHED);
        await().atMost(TIMEOUT).until(() -> asNumbers(follower).equals(List.of((long) asn)));
        return follower.current().orElseThrow();
    }

    /** Returns null while Redis or the lease is not available. */
    private RedisRpkiRepository.@Nullable Outcome tryToPublish(RpkiSnapshot set) {
        try {
            Optional<Lease> lease = writer.acquire("test", LEASE);
            if (lease.isEmpty()) {
                return null;
            }
            RedisRpkiRepository.Outcome outcome = writer.publish(lease.get(), set, null);
            writer.release(lease.get());
            return outcome;
        } catch (RedisException e) {
            return null;
        }
    }

    static List<Long> asNumbers(RedisRpkiSource source) {
        return source.current().stream()
                .flatMap(set -> set.allVrps().stream())
                .map(Vrp::asn)
                .toList();
    }
}
