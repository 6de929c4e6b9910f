// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.SchemePath;
import org.pathproof.contracts.v1.SchemeResult;
import org.pathproof.contracts.v1.SchemeState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.schemelab.SchemeLab;
import org.pathproof.schemelab.SchemeRoute;
import org.pathproof.schemes.KeyFile;
import org.pathproof.schemes.SchemeAttribute;
import org.pathproof.settings.SchemeSettings;
import org.pathproof.validator.scheme.LoadedSchemes;
import org.pathproof.validator.scheme.SchemeJudge;
import org.pathproof.wire.rpki.Vrp;

/** Tests verdicts on routes of experimental schemes: a result beside the state, on which the state does not depend. */
final class SchemeVerdictsTest {
    private static final SchemeLab LAB = lab();

    private final Bench bench = new Bench(true);

    @TempDir
    private Path folder;

    private static SchemeLab lab() {
        return SchemeLab.create(Instant.now(), false, Set.of("S-BGP", "KC-RSA"));
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void everyRouteOfTheLabHasTheResultThatItsSchemeClaims() throws IOException {
        enable();
        for (SchemeRoute route : LAB.routes()) {
            assertThat(announce(route)).hasSize(1);
            Verdict verdict = verdict(route);
            assertThat(verdict.getState()).isEqualTo(PathState.UNSIGNED);
            assertThat(verdict.getFindingsList()).isEmpty();
            assertThat(verdict.hasAnnouncement()).isFalse();
            SchemeResult result = verdict.getSchemeResult();
            assertThat(result.getScheme()).isEqualTo(route.id().scheme());
            assertThat(result.getState())
                    .as("%s %s: %s", route.id(), route.name(), result)
                    .isEqualTo(route.verifies() ? SchemeState.SCHEME_PATH_VERIFIES : SchemeState.SCHEME_PATH_FAILS);
            assertThat(result.getFinding().isEmpty()).isEqualTo(route.verifies());
            assertThat(announce(route)).as("the same announcement again").isEmpty();
        }
    }

    @Test
    void theResultStaysWhenTheRpkiChanges() throws IOException {
        enable();
        SchemeRoute honest = LAB.routes().getFirst();
        announce(honest);
        SchemeResult before = verdict(honest).getSchemeResult();
        long origin = honest.route().path().hops().getFirst().asn();
        bench.rpki.change(List.of(new Vrp(honest.prefix(), 24, origin)), List.of());
        bench.settle();
        assertThat(verdict(honest).getOrigin()).isEqualTo(OriginState.ORIGIN_VALID);
        assertThat(verdict(honest).getSchemeResult()).isEqualTo(before);
        assertThat(verdict(honest).getState()).isEqualTo(PathState.UNSIGNED);
    }

    @Test
    void aRouteFollowsItsNewestAnnouncement() throws IOException {
        enable();
        SchemeRoute honest = LAB.routes().getFirst();
        announce(honest);
        Announcement without = announcement(honest).clearSchemePath().build();
        assertThat(bench.announce(key(honest), without.toBuilder(), 1)).hasSize(1);
        assertThat(verdict(honest).hasSchemeResult()).isFalse();
        announce(honest);
        bench.schemes = SchemeJudge.OFF;
        assertThat(announce(honest)).hasSize(1);
        assertThat(verdict(honest).hasSchemeResult()).isFalse();
    }

    @Test
    void whileTheExperimentIsOffRoutesAreUnsigned() {
        bench.rpki.begin(List.of());
        for (SchemeRoute route : LAB.routes()) {
            announce(route);
            assertThat(verdict(route).getState()).isEqualTo(PathState.UNSIGNED);
            assertThat(verdict(route).hasSchemeResult()).isFalse();
        }
    }

    private void enable() throws IOException {
        Path keys = Files.write(folder.resolve("keys.txt"), KeyFile.write(LAB.keys()));
        bench.schemes =
                LoadedSchemes.load(new SchemeSettings(true, 252, keys, null)).get();
        bench.rpki.begin(List.of());
    }

    private List<Bench.Published> announce(SchemeRoute route) {
        return bench.announce(key(route), announcement(route), 1);
    }

    private static RouteKey key(SchemeRoute route) {
        return Events.route(route.prefix().toString(), 1);
    }

    private Verdict verdict(SchemeRoute route) {
        return Objects.requireNonNull(bench.verdict(key(route)));
    }

    private static Announcement.Builder announcement(SchemeRoute route) {
        List<Integer> asns = route.route().path().asns().reversed().stream()
                .map(Long::intValue)
                .toList();
        SchemeAttribute attribute =
                new SchemeAttribute(route.id(), route.route().path()).withoutSecret();
        return Announcement.newBuilder()
                .setTargetAs((int) SchemeLab.ROUTER_AS)
                .setPeerAs(asns.getFirst())
                .setOriginAs(asns.getLast())
                .addAllAsPath(asns)
                .setSchemePath(SchemePath.newBuilder()
                        .setAttribute(ByteString.copyFrom(attribute.encode().toArray())));
    }
}
