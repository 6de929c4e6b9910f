// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.pathproof.bgpsec.AspaProcedure;
import org.pathproof.bgpsec.AspaState;
import org.pathproof.bgpsec.AspaVerification;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.bgpsec.Finding;
import org.pathproof.bgpsec.OriginValidation;
import org.pathproof.bgpsec.PathContext;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.bgpsec.PathResult;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.bgpsec.UpdateRules;
import org.pathproof.lab.LabSettings;
import org.pathproof.lab.attacks.Expectation.Found;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.Update;

class AttacksTest {
    private static final BatchVerifier VERIFIER =
            new BatchVerifier(SignatureEngines.select(EngineSettings.fromSystem()));
    private static final long LOCAL_AS = LabSettings.LOCAL_AS;
    private static final LabKeys KEYS = new LabKeys("attack");

    @TestFactory
    List<DynamicTest> everyAttackGetsItsExpectedVerdict() {
        return Attacks.all(KEYS, LOCAL_AS).stream()
                .map(m -> DynamicTest.dynamicTest(m.name(), () -> validateAndCompare(m)))
                .toList();
    }

    @Test
    void everyAttackHasItsOwnNameAndPrefix() {
        List<Attack> all = Attacks.all(KEYS, LOCAL_AS);
        assertThat(all).hasSizeGreaterThan(30);
        assertThat(all.stream().map(Attack::name)).doesNotHaveDuplicates();
        assertThat(all.stream().map(Attack::prefix)).doesNotHaveDuplicates();
    }

    private static void validateAndCompare(Attack attack) {
        MemoryRpkiSource source = new MemoryRpkiSource(1);
        source.replace(Attacks.rpki(KEYS, LOCAL_AS));
        source.apply(List.of(), Attacks.withdrawnAfter(attack));
        RpkiSet rpki = source.current().orElseThrow();
        source.close();

        // The update is encoded and decoded, so that it equals the one that the validator receives.
        Update update = (Update)
                BgpCodec.decode(BgpCodec.encode(attack.update(), BgpSessionOptions.DEFAULT), BgpSessionOptions.DEFAULT)
                        .orThrow();
        PathResult result = validate(attack, update, rpki);
        List<Found> found = result.findings().stream()
                .map(f -> new Found(f.rule(), f.hop()))
                .toList();
        var origin = OriginValidation.of(attack.prefix(), originAs(update, result), rpki::covering);
        Optional<AspaState> aspa = attack.session() == Attack.Session.CUSTOMER
                ? Optional.of(AspaVerification.of(asPath(update, result), AspaProcedure.UPSTREAM, rpki::aspa)
                        .state())
                : Optional.empty();
        assertThat(attack.expected().agrees(result.state(), found, Optional.of(origin.state()), aspa))
                .as(
                        "%s: expected %s, got %s %s, origin %s",
                        attack.name(),
                        attack.expected(),
                        result.state(),
                        result.findings(),
                        origin.state().label())
                .isTrue();
    }

    private static PathResult validate(Attack attack, Update update, RpkiSet rpki) {
        List<Finding> form = switch (attack.session()) {
            case SIGNING, STRIPPING, CUSTOMER -> UpdateRules.check(update, true);
            case PLAIN -> UpdateRules.check(update, false);
            case DUAL_PATH -> UpdateRules.checkDualPath(update, true);
        };
        if (!form.isEmpty()) {
            return new PathResult(PathState.MALFORMED, form, List.of(), List.of());
        }
        return update.find(BgpsecPath.class)
                .map(path -> PathValidator.validate(path.value(), context(attack), rpki::routerKeys, VERIFIER, true))
                .orElse(new PathResult(PathState.UNSIGNED, List.of(), List.of(), List.of()));
    }

    private static PathContext context(Attack attack) {
        return new PathContext(
                OptionalLong.of(LOCAL_AS),
                OptionalLong.of(attack.session().neighbor()),
                OptionalLong.of(LOCAL_AS),
                PeerRelation.EXTERNAL,
                false,
                new AfiSafi(attack.prefix().afi(), AfiSafi.SAFI_UNICAST),
                attack.prefix());
    }

    private static long[] asPath(Update update, PathResult result) {
        return result.segments().isEmpty()
                ? update.find(AsPath.class).orElseThrow().asns().stream()
                        .mapToLong(Long::longValue)
                        .toArray()
                : result.segments().stream().mapToLong(SecurePath.Segment::asn).toArray();
    }

    private static OptionalLong originAs(Update update, PathResult result) {
        return result.segments().isEmpty()
                ? update.find(AsPath.class).map(AsPath::originAs).orElse(OptionalLong.empty())
                : OptionalLong.of(result.segments().getLast().asn());
    }

    @Test
    void attacksLeadToEveryState() {
        Map<PathState, Long> states = Attacks.all(KEYS, LOCAL_AS).stream()
                .collect(Collectors.groupingBy(m -> m.expected().state(), Collectors.counting()));
        assertThat(states).containsKeys(PathState.VALID, PathState.NOT_VALID, PathState.MALFORMED, PathState.UNSIGNED);
    }
}
