// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pathproof.bgpsec.RfcUpdates.Example;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;

/** Tests the states and digests of the examples in RFC 8208 appendix A and RFC 8608 appendix A. */
class RfcUpdatesTest {
    private static final BatchVerifier VERIFIER =
            new BatchVerifier(SignatureEngines.select(EngineSettings.fromSystem()));

    static List<Example> examples() {
        return RfcUpdates.all();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void isValidWithTheDigestsOfTheRfc(Example example) {
        PathResult pathResult =
                PathValidator.validate(example.attribute(), example.context(), RfcUpdates.lookup(), VERIFIER, false);
        assertThat(pathResult.state()).isEqualTo(PathState.VALID);
        assertThat(pathResult.findings()).isEmpty();
        assertThat(pathResult.hops().reversed()).extracting(HopResult::digest).isEqualTo(example.digests());
        assertThat(pathResult.hops()).extracting(HopResult::hop).containsExactly(2, 1);
        assertThat(pathResult.hops())
                .extracting(HopResult::targetAs)
                .containsExactly(example.targetAs(), example.peerAs());
        assertThat(UpdateRules.check(example.update(), true)).isEmpty();
    }
}
