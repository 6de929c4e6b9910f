// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.SchemePath;
import org.pathproof.contracts.v1.SchemeResult;
import org.pathproof.contracts.v1.SchemeState;
import org.pathproof.research.lab.SchemeLab;
import org.pathproof.research.lab.SchemeRoute;
import org.pathproof.research.schemes.KeyFile;
import org.pathproof.research.schemes.SchemeAttribute;
import org.pathproof.settings.SchemeSettings;
import org.pathproof.validator.experimental.ExperimentalRoutes;
import org.pathproof.validator.experimental.ExperimentalRoutesLoader;
import org.pathproof.validator.route.RouteRecord.Announced;
import org.pathproof.wire.Bytes;

/** Tests the results of the lab's routes in the validator. */
final class SchemeResultsTest {
    private static final SchemeLab LAB = lab();

    @TempDir
    private Path folder;

    private ExperimentalRoutes routes = ExperimentalRoutes.OFF;

    private static SchemeLab lab() {
        return SchemeLab.create(Instant.now(), false, Set.of("S-BGP", "KC-RSA"));
    }

    @BeforeEach
    void enable() throws IOException {
        Path keys = Files.write(folder.resolve("keys.txt"), KeyFile.write(LAB.keys()));
        routes = ExperimentalRoutesLoader.load(new SchemeSettings(true, 252, keys, null))
                .get();
    }

    @Test
    void everyRouteOfTheLabHasTheResultThatItsSchemeClaims() {
        for (SchemeRoute route : LAB.routes()) {
            Announced decided = routes.withResult(announced(route));
            assertThat(decided.isExperimental()).isFalse();
            SchemeResult result = decided.announcement().getSchemeResult();
            assertThat(result.getScheme()).isEqualTo(route.id().scheme());
            assertThat(result.getState())
                    .as("%s %s: %s", route.id(), route.name(), result)
                    .isEqualTo(route.verifies() ? SchemeState.SCHEME_PATH_VERIFIES : SchemeState.SCHEME_PATH_FAILS);
            assertThat(result.getFinding().isEmpty()).isEqualTo(route.verifies());
            assertThat(routes.withResult(announced(route)))
                    .as("the same announcement again")
                    .isEqualTo(decided);
        }
    }

    private static Announced announced(SchemeRoute route) {
        List<Integer> asns = route.route().path().asns().reversed().stream()
                .map(Long::intValue)
                .toList();
        SchemeAttribute attribute =
                new SchemeAttribute(route.id(), route.route().path()).withoutSecret();
        Announcement announcement = Announcement.newBuilder()
                .setTargetAs((int) SchemeLab.ROUTER_AS)
                .setPeerAs(asns.getFirst())
                .setOriginAs(asns.getLast())
                .addAllAsPath(asns)
                .setSchemePath(SchemePath.newBuilder()
                        .setAttribute(ByteString.copyFrom(attribute.encode().toArray())))
                .build();
        SessionId session = new SessionId(Bytes.wrap(new byte[SessionId.LENGTH]));
        return new Announced(new RouteKey(route.prefix(), 1, session, 0), announcement, ByteString.EMPTY, 1, 1);
    }
}
