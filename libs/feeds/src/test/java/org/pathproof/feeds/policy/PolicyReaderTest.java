// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

class PolicyReaderTest {
    private static final String DOCUMENT = """
            version: 7
            own-as: 64496
            cluster-id: 10.0.0.254
            groups:
              - name: border
                routers: [192.0.2.0/28, "edge-*", "2001:db8::1"]
                policy: reject-not-valid
                accept: [valid]
                reject: [origin-invalid]
                no-alternative: list
                local-preference: 5000
                max-overrides: 20
                change-interval: 1m
              - name: rest
                routers: ["*"]
            exceptions:
              - prefix: 198.51.100.0/24
                origin-as: 64500
                groups: [border]
                owner: noc@example.net
                reason: "signer \\"A\\" is broken"
                expires: 2026-12-31T00:00:00Z
            """;

    @Test
    void readsEveryField() {
        PolicyDocument document = document(DOCUMENT);
        assertThat(document.version()).isEqualTo(7);
        assertThat(document.feeds()).isTrue();
        assertThat(document.numbers()).contains(new FeedNumbers(64496, 33, Bytes.fromHex("0a0000fe")));
        RouterGroup border = document.groups().getFirst();
        assertThat(border.policy()).isEqualTo(PolicyKind.REJECT_NOT_VALID);
        assertThat(border.acceptance().refused())
                .isEqualTo(Set.of(Refusal.NOT_VALID, Refusal.UNSIGNED, Refusal.ORIGIN_INVALID));
        assertThat(border.noAlternative()).isEqualTo(NoAlternative.LIST);
        assertThat(border.localPreference()).hasValue(5000);
        assertThat(border.limits()).isEqualTo(new OverrideLimits(20, 1_000, Duration.ofMinutes(1)));
        assertThat(document.groups().getLast().policy()).isEqualTo(PolicyKind.OBSERVE);
        assertThat(document.exceptions())
                .containsExactly(new PolicyException(
                        new PolicyException.Scope(
                                Optional.of(Prefix.parse("198.51.100.0/24")),
                                OptionalLong.of(64500),
                                OptionalLong.empty()),
                        List.of("border"),
                        "noc@example.net",
                        "signer \"A\" is broken",
                        Instant.parse("2026-12-31T00:00:00Z")));
    }

    @Test
    void givesARouterTheFirstGroupThatMatches() {
        PolicyDocument document = document(DOCUMENT);
        assertThat(group(document, "192.0.2.3", "")).isEqualTo("border");
        assertThat(group(document, "192.0.2.33", "edge-7")).isEqualTo("border");
        assertThat(group(document, "2001:db8::1", "")).isEqualTo("border");
        assertThat(group(document, "192.0.2.33", "core-edge-7")).isEqualTo("rest");
        assertThat(document.forRouter(new RouterIdentity(Prefix.parse("192.0.2.3"), ""))
                        .exceptions())
                .hasSize(1);
        assertThat(document.forRouter(new RouterIdentity(Prefix.parse("192.0.2.33"), ""))
                        .exceptions())
                .isEmpty();
        assertThat(PolicyDocument.EMPTY
                        .forRouter(new RouterIdentity(Prefix.parse("192.0.2.3"), ""))
                        .group())
                .isEqualTo(RouterGroup.UNASSIGNED);
    }

    @Test
    void matchesNamesWithSeveralStars() {
        RouterPattern pattern = new RouterPattern.ByName("a*bc*c");
        assertThat(matches(pattern, "abcc")).isTrue();
        assertThat(matches(pattern, "axbcyc")).isTrue();
        assertThat(matches(pattern, "abc"))
                .as("a character of the name matches one character of the pattern")
                .isFalse();
        assertThat(matches(pattern, "axbyc")).isFalse();
    }

    @Test
    void canonicalTextReadsAsAnEqualDocument() {
        PolicyDocument document = document(DOCUMENT);
        String text = PolicyWriter.write(document);
        assertThat(document(text)).isEqualTo(document);
        assertThat(PolicyWriter.write(document(text))).isEqualTo(text);
        assertThat(document(PolicyWriter.write(PolicyDocument.EMPTY))).isEqualTo(PolicyDocument.EMPTY);
        for (String empty : List.of("", "\n", "# nothing\n", "---\n")) {
            assertThat(PolicyReader.read(empty, "p.yaml").problems())
                    .extracting(PolicyProblem::message)
                    .as(empty)
                    .hasSize(1);
        }
    }

    @Test
    void readsJsonAndTheSwitch() {
        assertThat(document("{\"feeds\": false, \"groups\": [{\"name\": \"a\", \"routers\": [\"*\"]}]}")
                        .feeds())
                .isFalse();
        assertThat(document("feeds: off\n").feeds()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    policy: reject-not-valid | policy: rejct | p.yaml:7:13: groups[0].policy: must be observe, tag, prefer-valid or reject-not-valid, is "rejct"
                    max-overrides: 20 | max-overrides: -1 | p.yaml:12:20: groups[0].max-overrides: must be a number from 0 to 10000000, is "-1"
                    change-interval: 1m | change-interval: 1 | p.yaml:13:22: groups[0].change-interval: must be a time from 100ms to 24h, such as 10s, 15m or 1h, is "1"
                    own-as: 64496 | feeds: on | p.yaml:7:13: groups[0].policy: reject-not-valid needs own-as at the top of the document
                    cluster-id: 10.0.0.254 | cluster-id: 0.0.0.0 | p.yaml:3:13: cluster-id: must be four numbers such as 192.0.2.1, not 0.0.0.0, is "0.0.0.0"
                    name: rest | name: border | p.yaml:14:11: groups[1].name: "border" is the name of an earlier group
                    routers: ["*"] | routers: [] | p.yaml:15:14: groups[1].routers: must name at least one router
                    routers: ["*"] | routers: ["192.0.2.0/33"] | p.yaml:15:15: groups[1].routers[0]: must be an address, a prefix, or a name in which * is any text, is "192.0.2.0/33", which is not a prefix: the length is a number of 0..32 without leading zeros
                    routers: ["*"] | routers: ["192.0.2.65/24"] | p.yaml:15:15: groups[1].routers[0]: must be an address, a prefix, or a name in which * is any text, is "192.0.2.65/24", which has bits after its length: write 192.0.2.0/24, or 192.0.2.65/32 for the address
                    max-overrides: 20 | max-overrides: +20 | p.yaml:12:20: groups[0].max-overrides: must be a number from 0 to 10000000, is "+20"
                    max-overrides: 20 | max-overrides: 020 | p.yaml:12:20: groups[0].max-overrides: must be a number from 0 to 10000000, is "020"
                    prefix: 198.51.100.0/24 | prefix: 198.51.100.0 | p.yaml:17:13: exceptions[0].prefix: must be a prefix such as 192.0.2.0/24, is "198.51.100.0", which has no length, such as /24
                    accept: [valid] | accept: [unsigned] | p.yaml:8:13: groups[0].accept: must contain valid
                    local-preference: 5000 | local-pref: 5000 | p.yaml:11:17: groups[0].local-pref: unknown field; allowed: name, routers, policy, accept, reject, no-alternative, trust-pre-policy, local-preference, default-local-preference, max-overrides, max-changes, change-interval, flap-half-life, flap-hold, flap-release, flap-action
                    groups: [border] | groups: [bordr] | p.yaml:19:14: exceptions[0].groups[0]: must be the name of a group of this document, is "bordr"
                    owner: noc@example.net | prefix: 10.0.0.0/8 | p.yaml:20:5: exceptions[0].prefix: duplicate field
                    expires: 2026-12-31T00:00:00Z | expires: tomorrow | p.yaml:22:14: exceptions[0].expires: must be a time such as 2027-01-31T00:00:00Z, is "tomorrow"
                    """)
    void namesLineFieldAndValueOfAProblem(String correct, String wrong, String problem) {
        PolicyReader.Result result = PolicyReader.read(DOCUMENT.replace(correct, wrong), "p.yaml");
        assertThat(result.document()).isEmpty();
        assertThat(result.problems()).extracting(PolicyProblem::toString).contains(problem);
    }

    @Test
    void refusesTextThatIsNotYaml() {
        assertThat(PolicyReader.read("groups: [", "p.yaml").problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.line()).isEqualTo(1));
        assertThat(PolicyReader.read("- a\n", "p.yaml").problems())
                .extracting(PolicyProblem::message)
                .containsExactly("must be a mapping of fields, is a list");
        assertThat(PolicyReader.read("a: &x [1]\nb: *x\n", "p.yaml").document()).isEmpty();
        assertThat(PolicyReader.read("[".repeat(100), "p.yaml").document()).isEmpty();
    }

    @Property
    void noTextThrows(@ForAll String text) {
        PolicyReader.Result result = PolicyReader.read(text, "p.yaml");
        assertThat(result.document().isPresent()).isEqualTo(result.problems().isEmpty());
    }

    private static PolicyDocument document(String text) {
        PolicyReader.Result result = PolicyReader.read(text, "p.yaml");
        assertThat(result.problems()).isEmpty();
        return result.document().orElseThrow();
    }

    private static String group(PolicyDocument document, String address, String name) {
        return document.forRouter(new RouterIdentity(Prefix.parse(address), name))
                .group()
                .name();
    }

    private static boolean matches(RouterPattern pattern, String name) {
        return pattern.matches(new RouterIdentity(Prefix.parse("192.0.2.1"), name));
    }
}
