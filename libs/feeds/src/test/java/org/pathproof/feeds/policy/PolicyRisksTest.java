// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the losses by a change of the policy, and the bounds of new exceptions. */
final class PolicyRisksTest {
    private static final Instant NOW = Instant.parse("2026-11-28T00:00:00Z");

    private static final String POLICY = """
            own-as: 64500
            cluster-id: 192.0.2.254
            groups:
              - name: border
                routers: [r1, r2]
                policy: reject-not-valid
              - name: reflectors
                routers: [rr1]
                policy: tag
              - name: rest
                routers: ["*"]
            exceptions:
              - prefix: 198.51.100.0/24
                owner: noc
                reason: signer is replaced
                expires: 2026-12-01T00:00:00Z
              - prefix: 203.0.113.0/24
                owner: noc
                reason: has expired
                expires: 2026-11-01T00:00:00Z
            """;

    private static PolicyDocument read(String text) {
        PolicyReader.Result result = PolicyReader.read(text, "test");
        assertThat(result.problems()).isEmpty();
        return result.document().orElseThrow();
    }

    private static List<String> risks(String after) {
        return PolicyRisks.of(read(POLICY), read(after), NOW);
    }

    @Test
    void aChangeWithoutALossHasNoRisk() {
        assertThat(risks(POLICY)).isEmpty();
        assertThat(risks(POLICY.replace("routers: [r1, r2]", "routers: [r1, r2, r3]")))
                .isEmpty();
        assertThat(risks(POLICY.replace("reject-not-valid", "prefer-valid"))).isEmpty();
        assertThat(risks(POLICY.replace("signer is replaced", "signer is replaced, ticket 4712")))
                .as("the exception keeps its extent")
                .isEmpty();
        assertThat(risks(POLICY.substring(0, POLICY.indexOf("  - prefix: 203."))))
                .as("an expired exception")
                .isEmpty();
        assertThat(PolicyRisks.of(PolicyDocument.EMPTY, read(POLICY), NOW)).isEmpty();
    }

    @Test
    void namesEveryGroupOfADocumentWithoutGroups() {
        assertThat(risks("own-as: 64500\ncluster-id: 192.0.2.254\n"))
                .containsExactly(
                        "group border is removed (reject-not-valid: r1, r2)",
                        "group reflectors is removed (tag: rr1)",
                        "the exception of noc for 198.51.100.0/24 until 2026-12-01T00:00:00Z is removed");
        assertThat(PolicyRisks.of(read("groups: [{name: a, routers: [r1]}]\n"), read("groups: []\n"), NOW))
                .containsExactly("every group is removed: a");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    policy: reject-not-valid | policy: observe      | group border changes from reject-not-valid to observe
                    policy: reject-not-valid | policy: tag          | group border changes from reject-not-valid to tag
                    policy: tag              | policy: prefer-valid | group reflectors changes from tag to prefer-valid
                    routers: [r1, r2]        | routers: [r2]        | group border loses the routers r1
                    own-as: 64500            | own-as: 64501        | own-as changes from 64500 to 64501, which ends the BGP sessions of the feeds
                    """)
    void namesTheLossOfAGroup(String before, String after, String risk) {
        assertThat(risks(POLICY.replace(before, after))).containsExactly(risk);
    }

    @Test
    void namesTheSwitchOfTheDocument() {
        assertThat(risks("feeds: false\n" + POLICY))
                .containsExactly("feeds: false withdraws every announcement of every feed");
        assertThat(risks("community-base: 100\n" + POLICY))
                .singleElement()
                .asString()
                .startsWith("community-base changes");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    prefix: 0.0.0.0/0         | 2099-01-01T00:00:00Z | it ends at 2099-01-01T00:00:00Z, in more than 90 days; it has every origin AS, and its prefix 0.0.0.0/0 is shorter than /16
                    prefix: 0.0.0.0/1         | 2026-12-01T00:00:00Z | it has every origin AS, and its prefix 0.0.0.0/1 is shorter than /16
                    prefix: '::/0'            | 2026-12-01T00:00:00Z | it has every origin AS, and its prefix ::/0 is shorter than /32
                    prefix: 2001::/31         | 2026-12-01T00:00:00Z | it has every origin AS, and its prefix 2001::/31 is shorter than /32
                    neighbor-as: 65001        | 2026-12-01T00:00:00Z | it has every prefix of its neighbor: add prefix or origin-as
                    prefix: 192.0.2.0/24      | 2027-02-26T00:00:01Z | it ends at 2027-02-26T00:00:01Z, in more than 90 days
                    prefix: 192.0.2.0/24      | 2027-02-26T00:00:00Z |
                    prefix: 10.0.0.0/16       | 2026-12-01T00:00:00Z |
                    prefix: 2001:db8::/32     | 2026-12-01T00:00:00Z |
                    origin-as: 64500          | 2026-12-01T00:00:00Z |
                    """)
    void boundsNewExceptions(String scope, String expires, String exceeded) {
        PolicyDocument document = read(
                "exceptions:\n  - " + scope + "\n    owner: noc\n    reason: test\n    expires: " + expires + "\n");
        PolicyException exception = document.exceptions().getFirst();
        assertThat(String.join("; ", ExceptionBounds.exceeded(exception, NOW)))
                .isEqualTo(exceeded == null ? "" : exceeded);
        assertThat(PolicyRisks.of(PolicyDocument.EMPTY, document, NOW)).hasSize(exceeded == null ? 0 : 1);
        assertThat(PolicyRisks.of(document, document, NOW))
                .as("in force already")
                .isEmpty();
    }

    @Test
    void boundsTheNumberOfSentences() {
        StringBuilder many = new StringBuilder("own-as: 64500\ngroups:\n");
        for (int i = 0; i < 50; i++) {
            many.append("  - {name: g")
                    .append(i)
                    .append(", routers: [r")
                    .append(i)
                    .append("], policy: tag}\n");
        }
        List<String> risks = PolicyRisks.of(read(many.toString()), read("own-as: 64500\n"), NOW);
        assertThat(risks).hasSize(11).last().isEqualTo("40 more");
    }
}
