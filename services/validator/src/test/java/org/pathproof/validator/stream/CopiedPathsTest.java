// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.validator.stream.Events.TARGET;
import static org.pathproof.validator.stream.Events.announcement;
import static org.pathproof.validator.stream.Events.route;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.metrics.EngineMetricNames;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Gap;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.validator.route.Incoming;
import org.pathproof.validator.route.RouteRecord;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RouterKey;

/** Tests that the copy of a path gets the proof of another row, and that nothing else does. */
class CopiedPathsTest {
    private static final String NET = "198.51.100.0/24";
    private static final RouteKey FIRST = route(NET, 1);
    private static final RouteKey COPY = route(NET, 2);

    private final Bench bench = new Bench(true);
    private final Signer signer = bench.signer;
    private final Bytes path = signer.path(FIRST.prefix(), TARGET, 64501, 64502);

    @AfterEach
    void close() {
        bench.close();
    }

    /** Announces the path at the first session, with the keys of both hops in the RPKI. */
    private void announceFirst() {
        bench.rpki.begin(signer.keys(64501, 64502));
        assertThat(announce(FIRST, copy()).getState()).isEqualTo(PathState.VALID);
        // From now on, the engine must not be asked.
        bench.beforeVerifying = () -> {
            throw new AssertionError("a signature is verified");
        };
    }

    private void allowVerifying() {
        bench.beforeVerifying = () -> {};
    }

    private Announcement.Builder copy() {
        return announcement(path, 64501, 64502);
    }

    private Verdict announce(RouteKey route, Announcement.Builder announcement) {
        bench.announce(route, announcement, 1);
        return Objects.requireNonNull(bench.verdict(route));
    }

    private int verified() {
        return bench.computed.get();
    }

    @Test
    void aCopyHasTheVerdictOfTheFirst() {
        announceFirst();
        Verdict first = Objects.requireNonNull(bench.verdict(FIRST));
        double remembered = bench.counted(EngineMetricNames.SIGNATURES_REMEMBERED);
        assertThat(hasSharedProof(copy())).isTrue();
        Verdict copied = announce(COPY, copy());
        assertThat(copied.toBuilder().clearReceivedUs().clearValidatedUs().build())
                .isEqualTo(
                        first.toBuilder().clearReceivedUs().clearValidatedUs().build());
        assertThat(bench.counted(EngineMetricNames.SIGNATURES_REMEMBERED)).isEqualTo(remembered + 2);
    }

    @Test
    void aCopyWithPrependedHopsHasTheirPcounts() {
        bench.rpki.begin(signer.keys(64501, 64502));
        Bytes prepended = signer.prepended(FIRST.prefix(), TARGET, 3, 64501, 64502);
        Announcement.Builder announced = announcement(prepended, 64501, 64501, 64501, 64502, 64502, 64502);
        Verdict first = announce(FIRST, announced);
        assertThat(first.getState()).isEqualTo(PathState.VALID);
        int before = verified();
        assertThat(announce(COPY, announced).getHopsList()).isEqualTo(first.getHopsList());
        assertThat(first.getHopsList()).extracting(Hop::getPcount).containsExactly(3, 3);
        assertThat(verified()).isEqualTo(before);
    }

    @Test
    void aCopyIsValidatedAgainWithItsKeys() {
        announceFirst();
        announce(COPY, copy());
        RouterKey origin = signer.key(64501);
        bench.rpki.withdraw(origin);
        bench.settle();
        assertThat(bench.table().values()).extracting(Verdict::getState).containsOnly(PathState.NOT_VALID);
        bench.rpki.announce(origin);
        bench.settle();
        assertThat(bench.table().values()).extracting(Verdict::getState).containsOnly(PathState.VALID);
    }

    @Test
    void aRowWhoseKeyIsWithdrawnSharesNoProof() {
        announceFirst();
        bench.rpki.withdraw(signer.key(64501));
        // The row of the first session is still VALID: no background work has run.
        Verdict copied = announce(COPY, copy());
        assertThat(copied.getState()).isEqualTo(PathState.NOT_VALID);
        assertThat(copied.getFindings(0).getRule()).isEqualTo("key-not-found");
    }

    @Test
    void anotherKeyOfTheSameNameGetsNoProof() {
        announceFirst();
        RouterKey real = signer.key(64501);
        RouterKey other = new RouterKey(64501, real.ski(), signer.key(64999).spki());
        bench.rpki.withdraw(real);
        bench.rpki.announce(other);
        allowVerifying();
        assertThat(announce(COPY, copy()).getFindings(0).getRule()).isEqualTo("signature-mismatch");
    }

    @Test
    void otherBytesAreVerified() {
        announceFirst();
        allowVerifying();
        Bytes forged = Signer.forged(signer.signed(FIRST.prefix(), TARGET, 64501, 64502), 1);
        assertThat(announce(COPY, announcement(forged, 64501, 64502)).getState())
                .isEqualTo(PathState.NOT_VALID);
    }

    @Test
    void anotherTargetAsIsVerified() {
        announceFirst();
        allowVerifying();
        assertThat(announce(COPY, copy().setTargetAs(65001)).getState()).isEqualTo(PathState.NOT_VALID);
    }

    @Test
    void anotherPrefixIsVerified() {
        announceFirst();
        allowVerifying();
        RouteKey moreSpecific = new RouteKey(Prefix.parse("198.51.100.0/25"), 1, COPY.session(), 0);
        assertThat(announce(moreSpecific, copy()).getState()).isEqualTo(PathState.NOT_VALID);
    }

    @Test
    void otherFactsOfTheSessionAreChecked() {
        announceFirst();
        Verdict looped = announce(COPY, copy().setLoopAs(64501));
        assertThat(looped.getState()).isEqualTo(PathState.MALFORMED);
    }

    @Test
    void findingsOfTheCollectorAreKept() {
        announceFirst();
        Verdict verdict = announce(
                COPY,
                copy().addFindings(
                                org.pathproof.contracts.v1.Finding.newBuilder().setRule("as-path-differs")));
        assertThat(verdict.getState()).isEqualTo(PathState.MALFORMED);
    }

    @Test
    void aNotValidRowSharesNoProof() {
        bench.rpki.begin(signer.keys(64502));
        assertThat(announce(FIRST, copy()).getState()).isEqualTo(PathState.NOT_VALID);
        assertThat(announce(COPY, copy()).getState()).isEqualTo(PathState.NOT_VALID);
    }

    @Test
    void withoutACompleteRpkiNoProofIsShared() {
        announceFirst();
        try (Bench without = new Bench(true)) {
            without.announce(FIRST, copy(), 1);
            without.announce(COPY, copy(), 1);
            assertThat(without.table().values()).extracting(Verdict::getState).containsOnly(PathState.UNVERIFIED);
        }
    }

    @Test
    void aWithdrawnRowSharesNoProof() {
        announceFirst();
        bench.send(FIRST, Events.withdrawn(1));
        allowVerifying();
        assertThat(announce(COPY, copy()).getState()).isEqualTo(PathState.VALID);
    }

    /** A wrong result of an engine must not reach another row, which the walk might have passed. */
    @Test
    void noProofIsSharedOnceAnEngineWasWrong() {
        bench.rpki.begin(signer.keys(64501, 64502));
        bench.isFaulty = true;
        Bytes forged = Signer.forged(signer.signed(FIRST.prefix(), TARGET, 64501, 64502), 1);
        Bytes wrong = Signer.forged(signer.signed(FIRST.prefix(), TARGET, 64501), 1);
        assertThat(announce(FIRST, announcement(wrong, 64501)).getState()).isEqualTo(PathState.VALID);
        bench.isFaulty = false;
        bench.isTrusted = false;
        assertThat(announce(COPY, announcement(wrong, 64501)).getState()).isEqualTo(PathState.NOT_VALID);
        assertThat(announce(route(NET, 3), announcement(forged, 64501, 64502)).getState())
                .isEqualTo(PathState.NOT_VALID);
    }

    /** Another process reports its engine: rows that came from there share no proof until all were walked through. */
    @Test
    void noProofIsSharedFromAReportToTheEndOfTheWalk() {
        announceFirst();
        assertThat(hasSharedProof(copy())).isTrue();
        bench.sendSessionRecord(
                "gap:signature-engine".getBytes(StandardCharsets.US_ASCII),
                Gap.newBuilder().setNumber(1).setEngine("faulty").build().toByteArray());
        assertThat(hasSharedProof(copy())).isFalse();
        bench.settle();
        assertThat(hasSharedProof(copy())).as("the row is untrusted").isFalse();
        bench.announce(FIRST, copy(), 2);
        assertThat(hasSharedProof(copy())).isTrue();
    }

    private boolean hasSharedProof(Announcement.Builder announcement) {
        RouteRecord decoded = RouteRecord.decode(
                COPY.toBytes(), Events.announced(announcement.build(), 1).toByteArray());
        Incoming in = Incoming.of((RouteRecord.Announced) decoded);
        return bench.paths.find(0, in, bench.rpki.current().orElseThrow()) != null;
    }

    @Test
    void anotherThreadReadsNoRows() throws InterruptedException {
        announceFirst();
        AtomicBoolean hasSharedProof = new AtomicBoolean(true);
        Thread other = Thread.ofPlatform().start(() -> hasSharedProof.set(hasSharedProof(copy())));
        other.join();
        assertThat(hasSharedProof).isFalse();
    }

    @Test
    void aPathOfOnePollIsPreparedOnce() {
        bench.rpki.begin(signer.keys(64501, 64502));
        bench.announceTogether(copy(), 1, FIRST, COPY, route(NET, 3));
        assertThat(bench.table().values()).hasSize(3);
        assertThat(bench.table().values()).extracting(Verdict::getState).containsOnly(PathState.VALID);
        assertThat(verified()).isEqualTo(2);
        assertThat(bench.counted(EngineMetricNames.SIGNATURES_REMEMBERED)).isEqualTo(4);
    }
}
