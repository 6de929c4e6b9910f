// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.provenance.RefusedObject;
import org.pathproof.rpki.provenance.SlurmReport;
import org.pathproof.rpki.provenance.SourceDifference;
import org.pathproof.rpki.provenance.SourceProblem;
import org.pathproof.rpki.provenance.SourceReport;
import org.pathproof.rpki.provenance.SourcesReport;
import org.pathproof.rpki.redis.Lease;
import org.pathproof.rpki.redis.RedisRpkiRepository;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/** A report about RPKI sources, as key-sync writes it to Redis. */
public final class SourceReports {
    private static final Instant T0 = Instant.parse("2026-11-20T12:00:00Z");

    private SourceReports() {}

    /** Writes {@link #example} to Redis. */
    public static void publish(RedisRpkiRepository repository) throws IOException {
        Lease lease = repository.acquire("key-sync-1", Duration.ofMinutes(30)).orElseThrow();
        repository.publish(lease, RpkiSnapshot.empty(1, new Serial(1)), null);
        assertThat(repository.report(lease, example())).isTrue();
    }

    /** Returns a report about one cache that has lost VRPs. */
    public static SourcesReport example() {
        Vrp vrp = new Vrp(Prefix.parse("192.0.2.0/24"), 25, 64496);
        SourceReport cache = new SourceReport(
                "rtr.example:323",
                "rtr",
                1,
                true,
                true,
                null,
                "the source has lost 5,000 of 10,000 VRPs",
                T0,
                T0,
                T0,
                7,
                1,
                2,
                3,
                1,
                0,
                List.of(SourceDifference.of(vrp, true, T0)),
                1,
                List.of(new RefusedObject("router key of AS64500", "it has a wrong SKI")),
                List.of(new SourceProblem(T0, "connection lost")));
        return new SourcesReport(T0, "key-sync-1", "union", List.of(cache), SlurmReport.NONE);
    }
}
