// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.routes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.PathState;

final class ExplanationTextTest {
    @Test
    void explainsTheReasonForUnverifiedPaths() {
        assertThat(ExplanationText.ofPath(PathState.UNVERIFIED, 2, List.of()))
                .isEqualTo("Not validated: there was no complete RPKI set.");
        FindingJson unknown = new FindingJson("target-as-unknown", 0, null, null, "No Peer Up was seen.");
        assertThat(ExplanationText.ofPath(PathState.UNVERIFIED, 2, List.of(unknown)))
                .isEqualTo("Not validated. No Peer Up was seen.");
    }
}
