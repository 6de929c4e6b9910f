// SPDX-License-Identifier: Apache-2.0
package org.pathproof.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.pathproof.onboarding.DescriptionExtension;
import org.pathproof.onboarding.DescriptionJson;
import org.pathproof.onboarding.Reading;
import org.pathproof.onboarding.RouterDescription;
import org.pathproof.onboarding.SealingKeys;

/** Fuzzes the extension with the description of a router. */
class DescriptionFuzzTest {
    private static final byte[] PUBLIC_KEY = {1};

    @FuzzTest(maxDuration = "10m")
    void extensions(byte[] value) {
        switch (DescriptionExtension.decode(value, SealingKeys.NONE, PUBLIC_KEY)) {
            case Reading.Refused(String reason) -> assertThat(reason).isNotBlank();
            case Reading.Described(RouterDescription description) -> {
                // The written form of a selector may be longer: "AS1" for "1".
                if (DescriptionJson.write(description).length <= DescriptionJson.MAX_BYTES) {
                    assertThat(DescriptionExtension.decode(
                                    DescriptionExtension.plain(description), SealingKeys.NONE, PUBLIC_KEY))
                            .isEqualTo(new Reading.Described(description));
                }
            }
        }
    }
}
