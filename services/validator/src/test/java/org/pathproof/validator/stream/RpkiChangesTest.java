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
import org.pathproof.bgpsec.SignedBytes;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.metrics.EngineMetricNames;
import org.pathproof.contracts.metrics.ValidatorMetricNames;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.AspaProcedure;
import org.pathproof.contracts.v1.AspaState;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.Vrp;

/**
 * Tests that a change of the RPKI causes new validations of exactly the routes concerned, and that signatures are
 * verified only where necessary.
 */
class RpkiChangesTest {
    private final Bench bench = new Bench(true);
    private final Signer signer = bench.signer;
    private final RouteKey first = route("198.51.100.0/24", 1);
    private final RouteKey second = route("203.0.113.0/24", 1);
    private final RouteKey third = route("2001:db8::/32", 2);

    @AfterEach
    void close() {
        bench.close();
    }

    /** Announces three routes. Two of them pass through AS 64502. */
    private void announceThreeRoutes() {
        announce(first, 64501, 64502, 64503);
        announce(second, 64504, 64502);
        announce(third, 64501, 64503);
    }

    private void announce(RouteKey route, long... ases) {
        bench.announce(route, announcement(signer.path(route.prefix(), TARGET, ases), ases), 1);
    }

    private void publishAllKeys() {
        bench.rpki.begin(signer.keys(64501, 64502, 64503, 64504));
    }

    private PathState state(RouteKey route) {
        return verdict(route).getState();
    }

    private Verdict verdict(RouteKey route) {
        return Objects.requireNonNull(bench.verdict(route));
    }

    @Test
    void aWithdrawnKeyChangesOnlyTheRoutesItVerifiedAndReturnsWithoutVerification() {
        publishAllKeys();
        announceThreeRoutes();
        int computed = bench.computed.get();
        RouterKey key = signer.key(64502);

        bench.rpki.withdraw(key);
        List<Bench.Published> published = bench.settle();
        assertThat(published).extracting(Bench.Published::route).containsExactlyInAnyOrder(first, second);
        assertThat(bench.counted(ValidatorMetricNames.REVALIDATED)).isEqualTo(2);
        Verdict verdict = verdict(first);
        assertThat(verdict.getState()).isEqualTo(PathState.NOT_VALID);
        assertThat(verdict.getFindingsList()).hasSize(1);
        Finding finding = verdict.getFindings(0);
        assertThat(finding.getRule()).isEqualTo("key-withdrawn");
        assertThat(finding.getHop()).isEqualTo(2);
        assertThat(finding.getAsn()).isEqualTo(64502);
        assertThat(finding.getSki().toByteArray()).isEqualTo(key.ski().toArray());
        assertThat(finding.getMessage()).contains("AS64502", key.ski().toHex(), "hop 2");
        assertThat(verdict.getHopsList())
                .extracting(Hop::getResult)
                .containsExactly("verified", "key-not-found", "verified");
        assertThat(verdict.getRpkiSerial()).isEqualTo(2);
        assertThat(verdict.getEpoch()).isEqualTo(1);

        bench.rpki.announce(key);
        assertThat(bench.settle()).extracting(Bench.Published::route).containsExactlyInAnyOrder(first, second);
        assertThat(state(first)).isEqualTo(PathState.VALID);
        assertThat(verdict(first).getFindingsList()).isEmpty();
        assertThat(verdict(first).getHopsList()).extracting(Hop::getResult).containsOnly("");
        assertThat(bench.computed).hasValue(computed);
    }

    @Test
    void anAspaChangesOnlyVerifiedPathsThroughItsCustomerWithoutVerifyingSignatures() {
        publishAllKeys();
        announceVerified(first, AspaProcedure.ASPA_UPSTREAM, 64501, 64502, 64503);
        announceVerified(second, AspaProcedure.ASPA_DOWNSTREAM, 64504, 64502);
        announceVerified(third, AspaProcedure.ASPA_UPSTREAM, 64501, 64503);
        RouteKey unclassified = route("192.0.2.0/24", 3);
        announceVerified(unclassified, AspaProcedure.ASPA_PROCEDURE_NONE, 64501, 64502, 64503);
        assertThat(aspa(first)).isEqualTo(AspaState.ASPA_UNKNOWN);
        assertThat(aspa(second)).as("two ASes").isEqualTo(AspaState.ASPA_VALID);
        assertThat(aspa(third)).isEqualTo(AspaState.ASPA_UNKNOWN);
        assertThat(aspa(unclassified)).isEqualTo(AspaState.ASPA_NOT_VERIFIED);
        int computed = bench.computed.get();

        bench.rpki.announce(new Aspa(64502, List.of(64504L)));
        assertThat(bench.settle()).extracting(Bench.Published::route).containsExactly(first);
        assertThat(aspa(first)).isEqualTo(AspaState.ASPA_INVALID);
        assertThat(state(first)).isEqualTo(PathState.VALID);
        assertThat(bench.counted(ValidatorMetricNames.REVALIDATED))
                .as("first and second")
                .isEqualTo(2);

        bench.rpki.announce(new Aspa(64501, List.of(64502L)));
        bench.rpki.withdraw(new Aspa(64502, List.of(64504L)));
        bench.rpki.announce(new Aspa(64502, List.of(64503L)));
        assertThat(bench.settle()).extracting(Bench.Published::route).containsExactlyInAnyOrder(first, third);
        assertThat(aspa(first)).isEqualTo(AspaState.ASPA_VALID);
        assertThat(aspa(third)).isEqualTo(AspaState.ASPA_INVALID);
        assertThat(bench.computed).hasValue(computed);
    }

    @Test
    void theOwnAsAtTheStartOfThePathIsNotVerified() {
        publishAllKeys();
        bench.rpki.announce(new Aspa(64501, List.of(64502L)));
        bench.announce(
                first,
                announcement(Bytes.EMPTY, 64501, 64502, TARGET)
                        .clearBgpsecPath()
                        .setAspaProcedure(AspaProcedure.ASPA_UPSTREAM),
                1);
        assertThat(aspa(first)).isEqualTo(AspaState.ASPA_VALID);
    }

    private void announceVerified(RouteKey route, AspaProcedure procedure, long... ases) {
        bench.announce(
                route,
                announcement(signer.path(route.prefix(), TARGET, ases), ases).setAspaProcedure(procedure),
                1);
    }

    private AspaState aspa(RouteKey route) {
        return verdict(route).getAspa();
    }

    @Test
    void keepsTheProofWhenTheRouteIsAnnouncedAgain() {
        publishAllKeys();
        Announcement.Builder announcement =
                announcement(signer.path(first.prefix(), TARGET, 64501, 64502), 64501, 64502);
        bench.announce(first, announcement, 1);
        int computed = bench.computed.get();
        bench.rpki.withdraw(signer.key(64502));
        bench.settle();
        assertThat(bench.announce(first, announcement, 2)).isEmpty();
        bench.announce(first, announcement.setNextHop(ByteString.copyFrom(new byte[] {10, 0, 0, 9})), 2);
        assertThat(verdict(first).getFindingsList())
                .extracting(Finding::getRule)
                .containsExactly("key-withdrawn");
        assertThat(verdict(first).getAnnouncement().hasBgpsecPath()).isTrue();
        bench.rpki.announce(signer.key(64502));
        bench.settle();
        assertThat(state(first)).isEqualTo(PathState.VALID);
        assertThat(bench.computed).hasValue(computed);
    }

    @Test
    void aNewKeyChangesOnlyTheRoutesThatLackedIt() {
        bench.rpki.begin(signer.keys(64501, 64503, 64504));
        announceThreeRoutes();
        assertThat(state(first)).isEqualTo(PathState.NOT_VALID);
        assertThat(verdict(first).getFindings(0).getRule()).isEqualTo("key-not-found");
        assertThat(state(third)).isEqualTo(PathState.VALID);
        assertThat(bench.computed).hasValue(2);

        bench.rpki.announce(signer.key(64502));
        assertThat(bench.settle()).extracting(Bench.Published::route).containsExactlyInAnyOrder(first, second);
        assertThat(state(first)).isEqualTo(PathState.VALID);
        assertThat(state(second)).isEqualTo(PathState.VALID);
        assertThat(bench.computed).hasValue(2 + 3 + 2);
        assertThat(bench.counted(EngineMetricNames.AHEAD_MISSES)).isZero();
    }

    @Test
    void ignoresAKeyOfAnotherAs() {
        bench.rpki.begin(signer.keys(64501, 64503, 64504));
        announceThreeRoutes();
        RouterKey key = signer.key(64502);
        bench.rpki.announce(new RouterKey(64999, key.ski(), key.spki()));
        assertThat(bench.settle()).isEmpty();
        assertThat(bench.counted(ValidatorMetricNames.REVALIDATED)).isZero();
    }

    @Test
    void aSecondKeyOfTheSameNameDoesNotReplaceAWithdrawnKey() {
        publishAllKeys();
        announce(first, 64501, 64502);
        RouterKey key = signer.key(64502);
        // The SKI of this key is not the hash of the key. Only an RPKI cache that does not check SKIs sends such a key.
        RouterKey twin = new RouterKey(64502, key.ski(), signer.key(64999).spki());
        bench.rpki.announce(twin);
        assertThat(bench.settle()).isEmpty();
        bench.rpki.withdraw(key);
        assertThat(bench.settle()).hasSize(1);
        assertThat(verdict(first).getFindingsList())
                .extracting(Finding::getRule)
                .containsExactly("key-withdrawn");
    }

    @Test
    void aSecondBlockOfAnUnsupportedSuiteDoesNotReplaceAWithdrawnKey() {
        // A path with two blocks of one suite is malformed. While one suite is supported, the second block of a path
        // therefore has an unsupported suite.
        publishAllKeys();
        SecurePath path = signer.signed(first.prefix(), TARGET, 64501, 64502);
        SignatureBlock supported = path.blocks().getFirst();
        SignatureBlock unsupported = new SignatureBlock(77, supported.segments());
        Bytes attribute = BgpsecPathCodec.encode(new SecurePath(path.segments(), List.of(unsupported, supported)));
        bench.announce(first, announcement(attribute, 64501, 64502), 1);
        assertThat(state(first)).isEqualTo(PathState.VALID);
        int computed = bench.computed.get();
        bench.rpki.withdraw(signer.key(64501));
        bench.settle();
        assertThat(state(first)).isEqualTo(PathState.NOT_VALID);
        assertThat(verdict(first).getFindingsList())
                .extracting(Finding::getRule)
                .containsExactly("key-withdrawn");
        // The bytes of a path with two blocks are kept, because another suite may be supported later.
        assertThat(verdict(first).getAnnouncement().getBgpsecPath().toByteArray())
                .isEqualTo(attribute.toArray());
        bench.rpki.announce(signer.key(64501));
        bench.settle();
        assertThat(state(first)).isEqualTo(PathState.VALID);
        assertThat(bench.computed).hasValue(computed);
    }

    @Test
    void mergesChangesThatArriveTogether() {
        publishAllKeys();
        announceThreeRoutes();
        RouterKey key = signer.key(64502);
        bench.rpki.withdraw(key);
        bench.rpki.announce(key);
        bench.rpki.withdraw(key, signer.key(64501));
        List<Bench.Published> published = bench.settle();
        assertThat(published).extracting(Bench.Published::route).containsExactlyInAnyOrder(first, second, third);
        assertThat(verdict(first).getFindingsList()).extracting(Finding::getHop).containsExactly(1, 2);
        assertThat(bench.counted(ValidatorMetricNames.REVALIDATED)).isEqualTo(3);
    }

    @Test
    void publishesNothingForAChangeThatIsUndone() {
        publishAllKeys();
        announceThreeRoutes();
        bench.rpki.withdraw(signer.key(64502));
        bench.rpki.announce(signer.key(64502));
        assertThat(bench.settle()).isEmpty();
    }

    @Test
    void aVrpChangesOnlyTheRoutesThatItCovers() {
        publishAllKeys();
        announce(first, 64501, 64502);
        RouteKey specific = route("198.51.100.128/25", 1);
        announce(specific, 64504, 64502);
        announce(second, 64504, 64502);
        announce(third, 64501, 64503);
        Vrp vrp = new Vrp(Prefix.parse("198.51.100.0/23"), 25, 64501);
        bench.rpki.announce(vrp);
        assertThat(bench.settle()).extracting(Bench.Published::route).containsExactlyInAnyOrder(first, specific);
        assertThat(verdict(first).getOrigin()).isEqualTo(OriginState.ORIGIN_VALID);
        assertThat(verdict(specific).getOrigin()).isEqualTo(OriginState.ORIGIN_INVALID);
        assertThat(verdict(specific).getOriginReason()).isEqualTo("as");
        assertThat(verdict(specific).getState()).isEqualTo(PathState.VALID);
        bench.rpki.withdraw(vrp);
        assertThat(bench.settle()).extracting(Bench.Published::route).containsExactlyInAnyOrder(first, specific);
        assertThat(verdict(specific).getOrigin()).isEqualTo(OriginState.ORIGIN_NOT_FOUND);
        assertThat(verdict(specific).getOriginReason()).isEmpty();
    }

    @Test
    void aDefaultRouteVrpCoversAllOfItsFamily() {
        publishAllKeys();
        announceThreeRoutes();
        bench.rpki.announce(new Vrp(Prefix.parse("0.0.0.0/0"), 0, 0));
        assertThat(bench.settle()).extracting(Bench.Published::route).containsExactlyInAnyOrder(first, second);
    }

    @Test
    void publishesNothingForANewSerialAlone() {
        publishAllKeys();
        announceThreeRoutes();
        bench.rpki.announce(signer.key(64777));
        assertThat(bench.settle()).isEmpty();
    }

    @Test
    void validatesARouteUnderTheNewestSet() {
        publishAllKeys();
        bench.rpki.withdraw(signer.key(64502));
        announce(first, 64501, 64502);
        assertThat(state(first)).isEqualTo(PathState.NOT_VALID);
    }

    @Test
    void validatesThousandsOfRoutesInSlices() {
        publishAllKeys();
        int routes = 1500;
        for (int i = 0; i < routes; i++) {
            RouteKey route = route("10." + i / 256 + "." + i % 256 + ".0/24", 1);
            announce(route, 64501);
        }
        int computed = bench.computed.get();
        bench.rpki.withdraw(signer.key(64501));
        int published = 0;
        for (int i = 0; i < 20 && published < routes; i++) {
            published += bench.settle().size();
        }
        assertThat(published).isEqualTo(routes);
        assertThat(bench.table().values()).extracting(Verdict::getState).containsOnly(PathState.NOT_VALID);
        assertThat(bench.computed).hasValue(computed);
    }

    @Test
    void theSignerSignsTheBytesOfTheRfc() {
        // The signer signs each hop before it adds the next one; the validator hashes the whole path at once.
        SecurePath path = signer.signed(first.prefix(), TARGET, 64501, 64502);
        Bytes origin = SignedBytes.of(path, 0, 1, TARGET, AfiSafi.IPV4_UNICAST, first.prefix());
        assertThat(origin.u32(0)).isEqualTo(64502);
    }
}
