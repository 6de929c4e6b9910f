// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the operator's bound for descriptions. */
final class OnboardingPolicyTest {
    private static final OnboardingPolicy WIDE = new OnboardingPolicy(
            NamePattern.all(List.of("*.example.net")),
            AsRanges.of(List.of("64496-64511", "AS65000")),
            EnumSet.allOf(Grant.class),
            100);

    @Test
    void acceptsADescriptionWithin() {
        assertThat(WIDE.excess(Descriptions.FULL)).isEmpty();
    }

    @Test
    void namesEverythingBeyond() {
        OnboardingPolicy narrow = new OnboardingPolicy(
                NamePattern.all(List.of("r2.example.net", "*.pop.example.net")),
                AsRanges.of(List.of("64496-64499", "64502")),
                Set.of(Grant.LOOP_ALLOWED_PEERS),
                99);
        assertThat(narrow.excess(Descriptions.FULL))
                .containsExactly(
                        "name: \"r1.example.net\" matches none of names [r2.example.net, *.pop.example.net]",
                        "as: AS64500 is not among ases",
                        "confederation-members: AS64501 is not among ases",
                        "transparent-peers: not among grants",
                        "dual-path-peers: not among grants",
                        "roles: not among grants",
                        "max-peers: 100 is above max-peers 99");
    }

    @Test
    void refusesPrefixesThatSelectTooManyPeers() {
        for (String broad : List.of("0.0.0.0/0", "128.0.0.0/7", "::/0", "2000::/15")) {
            RouterDescription description = new RouterDescription(
                    "r1.example.net",
                    65000,
                    Set.of(),
                    Descriptions.selectors(broad),
                    List.of(),
                    List.of(),
                    Map.of(),
                    Set.of(),
                    List.of(),
                    OptionalInt.empty());
            assertThat(WIDE.excess(description)).singleElement().asString().contains("a prefix is shorter than /8");
        }
    }

    @Test
    void parsesNamesAndNumbers() {
        assertThat(new NamePattern(" *.Example.NET ").matches("R1.example.net")).isTrue();
        assertThat(new NamePattern("*.example.net").matches("r1.pop.example.net"))
                .isFalse();
        assertThat(new NamePattern("*.example.net").matches("example.net")).isFalse();
        assertThat(new NamePattern("r1").matches("R1")).isTrue();
        for (String wrong : List.of("", "*", "*example.net", "r*.example.net")) {
            assertThatThrownBy(() -> new NamePattern(wrong)).hasMessageContaining("r1.example.net or *.example.net");
        }
        assertThat(AsRanges.of(List.of("AS1 - AS3")).contain(2)).isTrue();
        assertThat(AsRanges.of(List.of("0-4294967295")).contain(4_294_967_295L)).isTrue();
        for (String wrong : List.of("", "3-1", "4294967296", "1-", "x")) {
            assertThatThrownBy(() -> AsRanges.of(List.of(wrong))).hasMessageContaining("AS numbers");
        }
    }
}
