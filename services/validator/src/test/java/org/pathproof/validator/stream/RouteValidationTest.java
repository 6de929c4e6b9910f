// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.validator.stream.Events.TARGET;
import static org.pathproof.validator.stream.Events.announcement;
import static org.pathproof.validator.stream.Events.route;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.metrics.EngineMetricNames;
import org.pathproof.contracts.metrics.ValidatorMetricNames;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Reject;
import org.pathproof.contracts.v1.Source;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;
import org.pathproof.wire.rpki.Vrp;

/** Tests the verdicts of single route events. */
class RouteValidationTest {
    private static final Prefix NET = Prefix.parse("198.51.100.0/24");
    private static final RouteKey ROUTE = route("198.51.100.0/24", 1);

    private final Bench bench = new Bench(true);
    private final Signer signer = bench.signer;

    @AfterEach
    void close() {
        bench.close();
    }

    private Announcement.Builder good() {
        return announcement(signer.path(NET, TARGET, 64501, 64502, 64503), 64501, 64502, 64503);
    }

    private Verdict validated(Announcement.Builder announcement) {
        List<Bench.Published> published = bench.announce(ROUTE, announcement, 1);
        assertThat(published).hasSize(1);
        assertThat(published.getFirst().route()).isEqualTo(ROUTE);
        return Objects.requireNonNull(published.getFirst().verdict());
    }

    private void publishKeys() {
        bench.rpki.begin(signer.keys(64501, 64502, 64503));
    }

    @Test
    void aPathBesideAsPathIsVerifiedAndMarked() {
        publishKeys();
        Announcement.Builder plain = good();
        Announcement.Builder dualPath = plain.clone().setDualPath(true);
        Verdict verdict = validated(dualPath);
        assertThat(verdict.getState()).isEqualTo(PathState.VALID);
        assertThat(verdict.getDualPath()).isTrue();
        assertThat(bench.announce(ROUTE, dualPath, 1))
                .as("the same announcement")
                .isEmpty();

        // After a change of dual_path, the same bytes are revalidated.
        assertThat(validated(plain).getDualPath()).isFalse();
        Verdict malformed = validated(dualPath.addFindings(
                Finding.newBuilder().setRule("as-path-differs").setHop(2)));
        assertThat(malformed.getState()).isEqualTo(PathState.MALFORMED);
        assertThat(malformed.getDualPath()).isTrue();
        assertThat(malformed.getFindingsList()).extracting(Finding::getRule).containsExactly("as-path-differs");
        assertThat(malformed.getHopsList()).extracting(Hop::getAsn).containsExactly(64501, 64502, 64503);
        assertThat(bench.computed).as("signatures verified").hasValue(3);
    }

    @Test
    void aKeptMarkSurvivesChangesOfKeys() {
        publishKeys();
        validated(good().setDualPath(true));
        bench.rpki.withdraw(signer.keys(64502).iterator().next());
        bench.settle();
        assertThat(Objects.requireNonNull(bench.verdict(ROUTE)).getState()).isEqualTo(PathState.NOT_VALID);
        assertThat(Objects.requireNonNull(bench.verdict(ROUTE)).getDualPath()).isTrue();
    }

    @Test
    void aVerifiedPathNamesTheKeyOfEachHop() {
        publishKeys();
        Verdict verdict = validated(good());
        assertThat(verdict.getState()).isEqualTo(PathState.VALID);
        assertThat(verdict.getFindingsList()).isEmpty();
        assertThat(verdict.getHopsList()).extracting(Hop::getAsn).containsExactly(64501, 64502, 64503);
        assertThat(verdict.getHopsList()).extracting(Hop::getResult).containsOnly("");
        assertThat(verdict.getHops(0).getSki().toByteArray())
                .isEqualTo(signer.key(64501).ski().toArray());
        assertThat(verdict.hasAnnouncement()).isFalse();
        assertThat(verdict.getAttributeDigest()).isNotZero();
        assertThat(verdict.getTargetAs()).isEqualTo((int) TARGET);
        assertThat(verdict.getAsPathList()).containsExactly(64503, 64502, 64501);
        assertThat(verdict.getEpoch()).isEqualTo(1);
        assertThat(verdict.getRpkiSerial()).isEqualTo(1);
        assertThat(verdict.getOrigin()).isEqualTo(OriginState.ORIGIN_NOT_FOUND);
        assertThat(verdict.getValidatedUs()).isGreaterThanOrEqualTo(verdict.getReceivedUs());
        assertThat(bench.computed).hasValue(3);
        assertThat(bench.counted(EngineMetricNames.AHEAD_MISSES)).isZero();
    }

    @Test
    void namesAForgedHop() {
        publishKeys();
        Bytes forged = Signer.forged(signer.signed(NET, TARGET, 64501, 64502, 64503), 3);
        Verdict verdict = validated(announcement(forged, 64501, 64502, 64503));
        assertThat(verdict.getState()).isEqualTo(PathState.NOT_VALID);
        assertThat(verdict.getFindingsList()).hasSize(1);
        Finding finding = verdict.getFindings(0);
        assertThat(finding.getRule()).isEqualTo("signature-mismatch");
        assertThat(finding.getHop()).isEqualTo(3);
        assertThat(finding.getAsn()).isEqualTo(64503);
        assertThat(verdict.getHopsList())
                .extracting(Hop::getResult)
                .containsExactly("verified", "verified", "signature-mismatch");
        assertThat(verdict.getAnnouncement().getBgpsecPath().toByteArray()).isEqualTo(forged.toArray());
    }

    @Test
    void verifiesNoSignatureOfAPathWithAnUnknownKey() {
        bench.rpki.begin(signer.keys(64501, 64503));
        Verdict verdict = validated(good());
        assertThat(verdict.getState()).isEqualTo(PathState.NOT_VALID);
        assertThat(verdict.getFindingsList()).extracting(Finding::getRule).containsExactly("key-not-found");
        assertThat(bench.computed).hasValue(0);
    }

    @Test
    void plainBgpIsUnsignedAndHasAnOrigin() {
        bench.rpki.begin(List.of(new Vrp(Prefix.parse("198.51.100.0/22"), 23, 64501)));
        Verdict verdict = validated(good().clearBgpsecPath());
        assertThat(verdict.getState()).isEqualTo(PathState.UNSIGNED);
        assertThat(verdict.getOrigin()).isEqualTo(OriginState.ORIGIN_INVALID);
        assertThat(verdict.getOriginReason()).isEqualTo("length");
        assertThat(verdict.getAttributeDigest()).isZero();
        assertThat(verdict.hasAnnouncement()).isFalse();
        assertThat(verdict.getHopsList()).isEmpty();
    }

    @Test
    void aFindingOfTheCollectorIsMalformedWithoutVerification() {
        publishKeys();
        Finding finding = Finding.newBuilder()
                .setRule("multiple-prefixes")
                .setMessage("two prefixes")
                .build();
        Verdict verdict = validated(good().addFindings(finding));
        assertThat(verdict.getState()).isEqualTo(PathState.MALFORMED);
        assertThat(verdict.getFindingsList()).containsExactly(finding);
        assertThat(verdict.getHopsCount()).isEqualTo(3);
        assertThat(verdict.getAnnouncement().hasBgpsecPath()).isTrue();
        assertThat(bench.computed).hasValue(0);
    }

    @Test
    void aDamagedAttributeIsMalformedAndKept() {
        publishKeys();
        Bytes whole = signer.path(NET, TARGET, 64501, 64502, 64503);
        Bytes cut = whole.slice(0, whole.length() - 5);
        Verdict verdict = validated(announcement(cut, 64501, 64502, 64503));
        assertThat(verdict.getState()).isEqualTo(PathState.MALFORMED);
        assertThat(verdict.getFindingsList()).extracting(Finding::getRule).contains("attribute-truncated");
        assertThat(verdict.getAnnouncement().getBgpsecPath().toByteArray()).isEqualTo(cut.toArray());
    }

    @Test
    void anUnsupportedSuiteCountsAsUnsigned() {
        publishKeys();
        SecurePath path = signer.signed(NET, TARGET, 64501, 64502);
        Bytes other = BgpsecPathCodec.encode(new SecurePath(
                path.segments(),
                List.of(new SignatureBlock(77, path.blocks().getFirst().segments()))));
        Verdict verdict = validated(announcement(other, 64501, 64502));
        assertThat(verdict.getState()).isEqualTo(PathState.UNSIGNED);
        assertThat(verdict.getFindingsList()).extracting(Finding::getRule).containsExactly("unsupported-suite");
        bench.rpki.announce(new Vrp(Prefix.parse("198.51.100.0/22"), 24, 64501));
        bench.settle();
        Verdict again = Objects.requireNonNull(bench.verdict(ROUTE));
        assertThat(again.getOrigin()).isEqualTo(OriginState.ORIGIN_VALID);
        assertThat(again.getState()).isEqualTo(PathState.UNSIGNED);
        assertThat(again.getFindingsList()).isEqualTo(verdict.getFindingsList());
    }

    @Test
    void aPathWithoutTargetAsIsUnverified() {
        publishKeys();
        Verdict verdict = validated(good().clearTargetAs());
        assertThat(verdict.getState()).isEqualTo(PathState.UNVERIFIED);
        assertThat(verdict.getFindingsList()).extracting(Finding::getRule).containsExactly("target-as-unknown");
        assertThat(validated(good()).getState()).isEqualTo(PathState.VALID);
    }

    @Test
    void validatesNothingBeforeTheFirstCompleteSet() {
        Verdict waiting = validated(good());
        assertThat(waiting.getState()).isEqualTo(PathState.UNVERIFIED);
        assertThat(waiting.getOrigin()).isEqualTo(OriginState.ORIGIN_UNVERIFIED);
        assertThat(waiting.hasRpkiSerial()).isFalse();
        assertThat(waiting.getHopsList()).extracting(Hop::getResult).containsOnly("not-checked");
        assertThat(bench.settle()).isEmpty();
        publishKeys();
        assertThat(bench.settle()).hasSize(1);
        Verdict validated = Objects.requireNonNull(bench.verdict(ROUTE));
        assertThat(validated.getState()).isEqualTo(PathState.VALID);
        assertThat(validated.getOrigin()).isEqualTo(OriginState.ORIGIN_NOT_FOUND);
        assertThat(validated.hasAnnouncement()).isFalse();
    }

    @Test
    void publishesNothingForARepeatedAnnouncement() {
        publishKeys();
        Announcement.Builder announcement = good();
        validated(announcement);
        int computed = bench.computed.get();
        assertThat(bench.announce(ROUTE, announcement, 1)).isEmpty();
        assertThat(bench.announce(ROUTE, announcement.setSource(Source.MIRRORING), 2))
                .isEmpty();
        assertThat(bench.computed).hasValue(computed);
    }

    @Test
    void publishesNewCommunitiesWithoutVerification() {
        publishKeys();
        Announcement.Builder announcement = good();
        validated(announcement);
        Verdict verdict = validated(announcement.addCommunities(65000 << 16 | 1));
        assertThat(verdict.getCommunitiesList()).containsExactly(65000 << 16 | 1);
        assertThat(verdict.getState()).isEqualTo(PathState.VALID);
        assertThat(bench.computed).hasValue(3);
    }

    @Test
    void verifiesASignatureFromTwoRoutersOnce() {
        publishKeys();
        Announcement.Builder announcement = good();
        validated(announcement);
        bench.announce(route("198.51.100.0/24", 2), announcement, 1);
        assertThat(bench.table()).hasSize(2);
        assertThat(bench.table().values()).extracting(Verdict::getState).containsOnly(PathState.VALID);
        assertThat(bench.computed).hasValue(3);
        assertThat(bench.counted(EngineMetricNames.SIGNATURES_REMEMBERED)).isEqualTo(3);
    }

    @Test
    void publishesATombstoneForAWithdrawal() {
        publishKeys();
        validated(good());
        List<Bench.Published> published = bench.send(ROUTE, Events.withdrawn(1));
        assertThat(published).containsExactly(new Bench.Published(ROUTE, null));
        assertThat(bench.send(ROUTE, Events.withdrawn(1))).isEmpty();
        assertThat(bench.counted(ValidatorMetricNames.WITHDRAWALS_UNKNOWN)).isEqualTo(1);
    }

    @Test
    void verifiesInTheProcessorWithoutVerifyAhead() {
        try (Bench alone = new Bench(false)) {
            alone.rpki.begin(alone.signer.keys(64501, 64502));
            Bytes path = alone.signer.path(NET, TARGET, 64501, 64502);
            alone.announce(ROUTE, announcement(path, 64501, 64502), 1);
            assertThat(Objects.requireNonNull(alone.verdict(ROUTE)).getState()).isEqualTo(PathState.VALID);
            assertThat(alone.counted(EngineMetricNames.AHEAD_MISSES)).isEqualTo(2);
        }
    }

    @Test
    void ignoresAForgedHeaderOfTheRecord() {
        try (Bench alone = new Bench(false)) {
            alone.rpki.begin(alone.signer.keys(64501, 64502));
            Bytes forged = Signer.forged(alone.signer.signed(NET, TARGET, 64501, 64502), 1);
            RecordHeaders headers = new RecordHeaders();
            headers.add("org.pathproof.verified-ahead", new byte[] {1, 1, 1, 1});
            alone.send(
                    ROUTE.toBytes(),
                    Events.announced(announcement(forged, 64501, 64502).build(), 1)
                            .toByteArray(),
                    headers);
            assertThat(Objects.requireNonNull(alone.verdict(ROUTE)).getState()).isEqualTo(PathState.NOT_VALID);
        }
    }

    @Test
    void publishesRejectsForPoisonAndContinues() {
        publishKeys();
        byte[] key = ROUTE.toBytes();
        byte[] junk = {1, 2, 3};
        bench.send(key, junk);
        bench.send(null, Events.withdrawn(1).toByteArray());
        bench.send(key, null);
        bench.send(junk, Events.withdrawn(1).toByteArray());
        bench.send(key, Events.mark(1, 0).toByteArray());
        bench.send(key, new byte[0]);
        byte[] withHostBits = key.clone();
        withHostBits[2] = 23; // 198.51.101.0/23 has a host bit
        withHostBits[5] = 101;
        bench.send(withHostBits, Events.withdrawn(1).toByteArray());
        List<Reject> rejects = bench.rejects();
        assertThat(rejects).hasSize(7);
        assertThat(rejects).extracting(Reject::getLayer).containsOnly("route");
        assertThat(rejects)
                .extracting(Reject::getCode)
                .containsExactly("not-protobuf", "missing", "missing", "bad-key", "wrong-event", "missing", "bad-key");
        assertThat(rejects.getFirst().getOctets()).isEqualTo(ByteString.copyFrom(junk));
        assertThat(rejects).allSatisfy(r -> assertThat(r.getMessage()).isNotBlank());
        assertThat(validated(good()).getState()).isEqualTo(PathState.VALID);
    }
}
