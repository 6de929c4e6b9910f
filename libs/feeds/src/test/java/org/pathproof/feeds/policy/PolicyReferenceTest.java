// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.pathproof.feeds.override.OverrideDecision;
import org.pathproof.feeds.override.OverrideExplanation;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.wire.bmp.RibView;

/**
 * Compares docs/reference/policy.md with the fields that the readers accept and with the values of the code. {@code
 * -Dpathproof.write-docs=true} updates the page.
 */
final class PolicyReferenceTest {
    private static final Path PAGE = Path.of("../../docs/reference/policy.md");

    private static final String EXAMPLE = """
            own-as: 64500
            cluster-id: 192.0.2.254
            groups:
              - name: border
                routers: [r1, 10.0.0.0/24, "edge-*"]
                policy: reject-not-valid
                reject: [malformed, aspa-invalid]
                no-alternative: keep
            exceptions:
              - prefix: 198.51.100.0/24
                origin-as: 64500
                owner: noc@example.net
                reason: "signer is replaced, ticket 4712"
                expires: 2026-12-01T00:00:00Z
            """;

    @Test
    void thePageHasEveryFieldAndValue() throws IOException {
        String example = EXAMPLE.lines().map(line -> "    " + line + "\n").collect(Collectors.joining());
        String expected = """
                # Policy documents

                For operators: every field and value of a policy of the feeds. A test generates this page from the code.

                A policy is YAML (or JSON). [feeds.md](../operators/feeds.md#change-the-policy) has the steps to preview and
                apply one. A field that is not on this page is an error, with its line.

                %s
                ## Document

                %s
                ## Group

                %s
                | `policy` | effect on the routers of the group |
                |---|---|
                %s
                | `accept`, `reject` | paths that are refused |
                |---|---|
                %s
                A path that is `UNVERIFIED`, or whose verdict is stale, is always accepted.

                | `no-alternative` | handling of a prefix without an accepted path |
                |---|---|
                %s
                ## Exception

                %s
                A new exception beyond these bounds needs a confirmation (`--yes`, in REST `force=true`):

                - It ends in more than %d days.
                - It has no `origin-as`, and its prefix is shorter than /%d (IPv4) or /%d (IPv6).
                - It has only `neighbor-as`.

                ## Losses

                A change also needs a confirmation for each of these losses. The response names them:

                - A group that announces is removed, loses routers, or changes to another kind or to no announcement.
                - All groups are removed.
                - `feeds` becomes false, or `own-as` or `community-base` of announcing groups changes.
                - An exception that has not expired is removed.
                - More than 100 announcements are withdrawn. A process without the feeds does not count them.

                ## RIB views

                These are the values of `pathproof.collector.path-attributes.views` and of `views` of a router in the settings
                of the collector. REST and the CLI write them as `adj-rib-in-pre`.

                | view | routes |
                |---|---|
                %s
                ## Decisions

                `GET /api/v1/overrides/{router}/{prefix}` and `./pathproof query overrides ROUTER PREFIX` explain the decision
                about a prefix.

                | `decision` | meaning |
                |---|---|
                | `announce` | an accepted path is announced in place of a refused path that the router could select |
                | `no-accepted-path` | the policy refuses every path of the router: the router keeps its own choice |
                | `none` | nothing is announced; `reason` has the cause |

                | `reason` of `none` | cause |
                |---|---|
                %s
                | `role` of a path | meaning |
                |---|---|
                %s
                | `suspended` | cause |
                |---|---|
                %s""".formatted(
                example,
                fields(PolicyFields.DOCUMENT),
                fields(PolicyFields.GROUP),
                rows(PolicyKind.values(), PolicyKind::label, PolicyReferenceTest::meaning),
                rows(Refusal.values(), Refusal::label, PolicyReferenceTest::meaning),
                rows(NoAlternative.values(), NoAlternative::label, PolicyReferenceTest::meaning),
                fields(PolicyFields.EXCEPTION),
                ExceptionBounds.MAX_LENGTH.toDays(),
                ExceptionBounds.MIN_IPV4_LENGTH,
                ExceptionBounds.MIN_IPV6_LENGTH,
                rows(RibView.values(), RibView::name, PolicyReferenceTest::meaning),
                rows(OverrideDecision.Reason.values(), OverrideDecision.Reason::label, PolicyReferenceTest::meaning),
                rows(OverrideExplanation.Role.values(), OverrideExplanation.Role::label, PolicyReferenceTest::meaning),
                rows(Suspension.values(), Suspension::label, PolicyReferenceTest::meaning));
        if (Boolean.getBoolean("pathproof.write-docs")) {
            Files.writeString(PAGE, expected);
        }
        assertThat(PAGE)
                .as("update it with -Dtest=PolicyReferenceTest -Dpathproof.write-docs=true in libs/feeds")
                .content()
                .isEqualTo(expected);
    }

    @Test
    void theExampleIsAPolicy() {
        assertThat(PolicyReader.read(EXAMPLE, "example").problems()).isEmpty();
    }

    @Test
    void theDefaultsOfThePageAreThoseOfTheReader() {
        PolicyDocument document = PolicyReader.read("groups: [{name: g, routers: [r1]}]\n", "defaults")
                .document()
                .orElseThrow();
        List<?> groups =
                (List<?>) Objects.requireNonNull(PolicyWriter.tree(document).get("groups"));
        Map<?, ?> group = (Map<?, ?>) groups.getFirst();
        for (PolicyFields.PolicyField field : PolicyFields.GROUP) {
            assertThat(group.containsKey(field.name())).as(field.name()).isTrue();
            if (!field.fallback().equals("required") && !field.name().equals("accept")) {
                assertThat(group.get(field.name())).as(field.name()).hasToString(field.fallback());
            }
        }
        assertThat(group.keySet()).hasSize(PolicyFields.GROUP.size());
    }

    private static String fields(List<PolicyFields.PolicyField> fields) {
        return "| field | form | default | meaning |\n|---|---|---|---|\n"
                + fields.stream()
                        .map(field -> "| `%s` | %s | %s | %s |\n"
                                .formatted(
                                        field.name(),
                                        field.form(),
                                        field.fallback().isEmpty()
                                                        || field.fallback().contains(" ")
                                                        || field.fallback().equals("required")
                                                ? field.fallback()
                                                : "`" + field.fallback() + "`",
                                        field.meaning()))
                        .collect(Collectors.joining());
    }

    private static <T> String rows(T[] values, Function<T, String> label, Function<T, String> meaning) {
        return Stream.of(values)
                .map(value -> "| `%s` | %s |\n".formatted(label.apply(value), meaning.apply(value)))
                .collect(Collectors.joining());
    }

    private static String meaning(PolicyKind kind) {
        return switch (kind) {
            case OBSERVE -> "nothing is announced";
            case TAG -> "each path is announced with its own attributes and with communities for its states";
            case PREFER_VALID ->
                "an accepted path overrides a refused one. By default, paths that are `NOT_VALID`, `UNSIGNED` or"
                        + " `MALFORMED` are refused";
            case REJECT_NOT_VALID ->
                "as `prefer-valid`, but `UNSIGNED` paths are accepted by default. Exports of the group also list prefixes"
                        + " without an accepted path";
        };
    }

    private static String meaning(Refusal refusal) {
        return switch (refusal) {
            case NOT_VALID -> "the path is `NOT_VALID`; always refused";
            case UNSIGNED -> "the path is `UNSIGNED`; refused unless `accept` has it";
            case MALFORMED -> "the UPDATE is `MALFORMED` (RFC 7606); refused if `reject` has it";
            case ORIGIN_INVALID -> "the origin is *invalid* by ROAs (RFC 6811 section 2); refused if `reject` has it";
            case ASPA_INVALID ->
                "the AS path is *invalid* by ASPA ([aspa.md](../operators/aspa.md)); refused if `reject` has it";
        };
    }

    private static String meaning(NoAlternative value) {
        return switch (value) {
            case KEEP -> "nothing is announced: the router keeps its path. `without_accepted_path` counts the prefix";
            case LIST ->
                "as `keep`, for groups whose routers load the [prefix sets](../operators/export.md) of the group. The sets of"
                        + " a group with `reject-not-valid` have the prefix with both values";
        };
    }

    private static String meaning(RibView view) {
        return switch (view) {
            case ADJ_RIB_IN_PRE -> "received from a neighbor, before the import policy (RFC 7854 section 5)";
            case ADJ_RIB_IN_POST -> "received from a neighbor, after the import policy (RFC 7854 section 5)";
            case ADJ_RIB_OUT_PRE -> "sent to a neighbor, before the export policy (RFC 8671 section 5)";
            case ADJ_RIB_OUT_POST -> "sent to a neighbor, after the export policy (RFC 8671 section 5)";
            case LOC_RIB -> "selected by the router (RFC 9069 section 4)";
        };
    }

    private static String meaning(OverrideDecision.Reason reason) {
        return switch (reason) {
            case SWITCHED_OFF -> "the switch or `feeds: false` stops all feeds";
            case POLICY -> "the policy of the group makes no overrides";
            case SUSPENDED -> "the feed of the router is suspended";
            case NO_PATH -> "the router has no path of an external neighbor that the policy uses";
            case ALL_ACCEPTED -> "the policy accepts every path of the network";
            case NOT_NEEDED -> "the network prefers an accepted path by itself";
            case OTHER_BORDER -> "the best accepted paths enter at the routers of `routers`, which have the overrides";
            case BORDER_NOT_FED -> "a best accepted path enters at the router of `routers`, which has no feed";
            case BORDER_POLICY ->
                "a best accepted path enters at the router of `routers`, whose policy makes no overrides";
            case BORDER_SESSION_DOWN ->
                "a best accepted path enters at the router of `routers`, whose BGP session with Pathproof is down";
            case BORDER_NOT_MONITORED ->
                "the routers of `routers` (BGP Identifiers) send paths of external neighbors over iBGP, and are not"
                        + " monitored";
            case BORDER_NEXT_HOP ->
                "a best accepted path enters at the router of `routers`, which rewrites next hops towards inner routers;"
                        + " see `usable-next-hops` in the settings of the router";
            case BORDER_REFLECTION ->
                "a best accepted path enters at the router of `routers`, which reflects routes without ORIGINATOR_ID (RFC"
                        + " 4456 section 8) and does not withdraw them, or is a GoBGP that could do so: make its internal"
                        + " neighbors its clients, then apply a changed policy";
            case PATH_HIDDEN ->
                "the router of `routers` may use a path that is not shown: the collector does not publish its attributes,"
                        + " or the post-policy view has no Path Identifiers (ADD-PATH)";
            case HELD -> "flap damping holds the prefix, and the router has its own choice: see `flap-action`";
            case LOCAL_PREFERENCE -> "`local-preference` is not above the LOCAL_PREF of every path";
            case NOT_ANNOUNCEABLE -> "no accepted path can be announced: it lacks an attribute, or has an unusable one";
        };
    }

    private static String meaning(OverrideExplanation.Role role) {
        return switch (role) {
            case ACCEPTED -> "the policy accepts the path";
            case REFUSED -> "the policy refuses the path; `refusal` has the reason";
            case FEED -> "Pathproof announced the path";
            case INTERNAL -> "the path comes over iBGP; the router where it enters decides about it";
            case PRE_POLICY -> "the path is known before policy only, and the group has `trust-pre-policy: false`";
        };
    }

    private static String meaning(Suspension suspension) {
        return switch (suspension) {
            case ROUTER_LOST ->
                "the router has no session, or no BMP connection for longer than `pathproof.feeds.router-hold`";
            case STALE_VERDICTS -> "verdicts are late or out of reach for longer than `pathproof.feeds.stale-after`";
            case STALE_KEYS -> "router keys are late or out of reach for longer than `pathproof.feeds.stale-after`";
            case STALE_POLICY -> "the policy cannot be read for longer than `pathproof.feeds.stale-after`";
            case FEEDS_OFF -> "the switch or the policy stops all feeds (derived origin feed only)";
            case STARTING -> "Kafka's topics are not read to their end";
        };
    }
}
