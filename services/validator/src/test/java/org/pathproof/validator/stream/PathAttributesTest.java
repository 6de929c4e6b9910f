// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.validator.stream.Events.TARGET;
import static org.pathproof.validator.stream.Events.announcement;
import static org.pathproof.validator.stream.Events.route;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;

/** Tests that a verdict has the path attributes of its route's newest announcement. */
class PathAttributesTest {
    private static final RouteKey ROUTE = route("198.51.100.0/24", 1);
    private static final ByteString FIRST = ByteString.fromHex("400101005002000602010000fbf4");
    private static final ByteString SECOND = ByteString.fromHex("400101005002000602010000fbf4800404000003e8");

    private final Bench bench = new Bench(true);

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void publishesAChangeOfAttributesAloneWithoutNewSignatures() {
        bench.rpki.begin(bench.signer.keys(64501, 64502));
        Announcement.Builder signed =
                announcement(bench.signer.path(ROUTE.prefix(), TARGET, 64501, 64502), 64501, 64502);
        assertThat(announce(signed, FIRST, 1)).hasSize(1);
        assertThat(announce(signed, FIRST, 1)).isEmpty();
        assertThat(verdict().getPathAttributes()).isEqualTo(FIRST);
        assertThat(announce(signed, SECOND, 1)).hasSize(1);
        assertThat(verdict().getPathAttributes()).isEqualTo(SECOND);
        assertThat(verdict().getState()).isEqualTo(PathState.VALID);
        assertThat(bench.computed).hasValue(2);
    }

    @Test
    void keepsAttributesWhenKeysChange() {
        bench.rpki.begin(bench.signer.keys(64501, 64502));
        announce(announcement(bench.signer.path(ROUTE.prefix(), TARGET, 64501, 64502), 64501, 64502), FIRST, 1);
        bench.rpki.change(List.of(), bench.signer.keys(64502));
        bench.settle();
        assertThat(verdict().getState()).isEqualTo(PathState.NOT_VALID);
        assertThat(verdict().getPathAttributes()).isEqualTo(FIRST);
        bench.rpki.change(bench.signer.keys(64502), List.of());
        bench.settle();
        assertThat(verdict().getState()).isEqualTo(PathState.VALID);
        assertThat(verdict().getPathAttributes()).isEqualTo(FIRST);
    }

    @Test
    void keepsAttributesOfUnsignedAndOfMalformedRoutes() {
        bench.rpki.begin(List.of());
        Announcement.Builder plain = Announcement.newBuilder().addAsPath(64500).setOriginAs(64500);
        announce(plain, FIRST, 1);
        assertThat(verdict().getState()).isEqualTo(PathState.UNSIGNED);
        assertThat(verdict().getPathAttributes()).isEqualTo(FIRST);
        announce(plain.clone().setBgpsecPath(ByteString.copyFromUtf8("no path")), SECOND, 1);
        assertThat(verdict().getState()).isEqualTo(PathState.MALFORMED);
        assertThat(verdict().getPathAttributes()).isEqualTo(SECOND);
        announce(plain, ByteString.EMPTY, 1);
        assertThat(verdict().getPathAttributes()).isEmpty();
    }

    private List<Bench.Published> announce(Announcement.Builder announcement, ByteString attributes, long epoch) {
        return bench.send(
                ROUTE,
                Events.announced(announcement.build(), epoch).toBuilder()
                        .setPathAttributes(attributes)
                        .build());
    }

    private Verdict verdict() {
        return Objects.requireNonNull(bench.verdict(ROUTE));
    }
}
