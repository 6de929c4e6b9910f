// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.experimental;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.SchemePath;
import org.pathproof.contracts.v1.SchemeResult;
import org.pathproof.contracts.v1.SchemeState;
import org.pathproof.routes.experimental.AttributeDecision;
import org.pathproof.settings.SchemeSettings;
import org.pathproof.validator.route.RouteRecord.Announced;
import org.pathproof.validator.stream.Events;

/** Tests decisions that fail, and settings without an implementation. */
final class DecidedRoutesTest {
    @TempDir
    private Path folder;

    static Stream<Throwable> throwables() {
        return Stream.of(
                new IllegalStateException("a defect\n\u001b[31mwith colours"),
                new StackOverflowError(),
                new AssertionError("a defect"),
                new NoClassDefFoundError("a/class/that/is/not/there"));
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void aDecisionThatThrowsKeepsTheRoute(Throwable thrown) {
        SchemeResult result = result((route, announcement) -> fail(thrown));
        assertThat(result.getState()).isEqualTo(SchemeState.SCHEME_NOT_VERIFIED);
        assertThat(result.getFinding()).isEqualTo("scheme-judging-failed");
        assertThat(result.getMessage()).doesNotContainPattern("\\p{Cntrl}");
    }

    @Test
    void messagesHaveOneLineOfLimitedLength() {
        SchemeResult result = result((route, announcement) -> SchemeResult.newBuilder()
                .setMessage("two\nlines " + "x".repeat(1000))
                .build());
        assertThat(result.getMessage()).startsWith("two lines x").hasSize(301);
    }

    @Test
    void theImplementationIsLoadedOnlyWhileTheExperimentIsOn() {
        assertThat(ExperimentalRoutesLoader.load(settings(false, folder)).get()).isSameAs(ExperimentalRoutes.OFF);
        assertThatThrownBy(() -> ExperimentalRoutesLoader.load(settings(true, folder)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("pathproof.schemes.library " + folder, "has no scheme");
        assertThatThrownBy(() -> ExperimentalRoutesLoader.load(settings(true, null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pathproof.schemes.library is empty");
    }

    private static SchemeSettings settings(boolean experimental, @Nullable Path library) {
        return new SchemeSettings(experimental, 252, null, library);
    }

    private static SchemeResult result(AttributeDecision decision) {
        Announcement announcement = Announcement.newBuilder()
                .setSchemePath(SchemePath.newBuilder().setAttribute(ByteString.copyFromUtf8("path")))
                .build();
        Announced decided = new DecidedRoutes(decision)
                .withResult(new Announced(Events.route("192.0.2.0/24", 1), announcement, ByteString.EMPTY, 1, 1));
        assertThat(decided.announcement().hasSchemePath()).isFalse();
        return decided.announcement().getSchemeResult();
    }

    private static SchemeResult fail(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) thrown;
    }
}
