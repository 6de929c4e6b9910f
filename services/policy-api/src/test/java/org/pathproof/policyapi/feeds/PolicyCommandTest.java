// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.valid;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.access.ApiToken;
import org.pathproof.cli.PathproofCommand;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.policyapi.RunningApi;
import org.pathproof.routerfeeds.bgp.FeedBench;
import tools.jackson.databind.JsonNode;

/** Tests {@code pathproof query policy} with a running program: output, exit codes and effects. */
final class PolicyCommandTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String TOKEN = ApiToken.create();

    private static RunningApi api;

    @TempDir
    static Path folder;

    /** The result of a command. */
    private record Result(int code, String out, String err) {
        Result ok() {
            assertThat(code).as(err).isZero();
            return this;
        }
    }

    @BeforeAll
    static void start() throws IOException {
        api = new RunningApi(
                "pathproof.feeds.routers[0].router=r1",
                "pathproof.api.tokens[0].name=ann",
                "pathproof.api.tokens[0].role=admin",
                "pathproof.api.tokens[0].hash=" + ApiToken.hash(TOKEN));
        Files.writeString(folder.resolve("token"), TOKEN);
        api.rpki().replace(List.of());
        api.putSession(1, session(1, 1, 1).setView(RibView.ADJ_RIB_IN_POST));
        api.putSession(2, session(2, 1, 2).setView(RibView.ADJ_RIB_IN_POST));
        api.connectRouter(session(1, 1, 1).getRouterHash());
        api.putVerdict(key("198.51.100.0/24", 1), FeedBench.withAttributes(notValid(1, 65001, 64500)));
        api.putVerdict(key("198.51.100.0/24", 2), FeedBench.withAttributes(valid(65002, 64502, 64500)));
        await().atMost(LIMIT).until(() -> {
            JsonNode router = api.json("/api/v1/overrides").at("/routers/0");
            return router.get("prefixes").asInt() == 1
                    && router.get("suspended").isEmpty();
        });
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static Result query(String... arguments) {
        return run(List.of("--token", folder.resolve("token").toString()), arguments);
    }

    private static Result run(List<String> options, String... arguments) {
        List<String> all = new ArrayList<>(List.of("query", "--url", api.uri("").toString()));
        all.addAll(options);
        all.add("policy");
        all.addAll(List.of(arguments));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = PathproofCommand.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all.toArray(String[]::new));
        return new Result(code, out.toString(), err.toString());
    }

    private static String file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }

    private static JsonNode json(Result result) {
        return RunningApi.parse(result.ok().out());
    }

    @Test
    void aPolicyIsPreviewedAppliedShownAndListed() throws IOException {
        String file = file("feeds.yaml", FeedBench.POLICY);
        JsonNode preview = json(query("preview", file));
        assertThat(preview.at("/routers/0/router").asString()).isEqualTo("r1");
        assertThat(preview.at("/routers/0/policy").asString()).isEqualTo("reject-not-valid");
        long before = api.json("/api/v1/feeds").get("version").asLong();
        long version = json(query("apply", "--reason", "change 4711", "--replaces", Long.toString(before), file))
                .get("version")
                .asLong();
        assertThat(version).isEqualTo(before + 1);
        assertThat(api.json("/api/v1/feeds/policy").at("/groups/0/policy").asString())
                .isEqualTo("reject-not-valid");

        Result shown = query("show").ok();
        assertThat(shown.out()).contains("policy: reject-not-valid", "own-as: 64999");
        String again = file("shown.yaml", shown.out());
        assertThat(json(query("apply", again)).get("version").asLong())
                .as("show prints what apply accepts")
                .isEqualTo(version + 1);

        JsonNode changes = json(query("history")).get("changes");
        assertThat(changes.get(1).get("reason").asString()).isEqualTo("change 4711");
        assertThat(json(query("history", Long.toString(version))).get("after").asString())
                .contains("policy: reject-not-valid");
        assertThat(query("history", "4711").code()).as("no such version").isEqualTo(1);
    }

    @Test
    void exceptionsAreAddedListedAndRemoved() throws IOException {
        query("apply", file("before-exception.yaml", FeedBench.POLICY)).ok();
        String file = file("exception.yaml", """
                prefix: 198.51.100.0/24
                owner: noc@example.net
                reason: signer is replaced
                expires: %s
                """.formatted(
                        Instant.now().plus(30, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS)));
        String id = json(query("exceptions", "add", file)).at("/exception/id").asString();
        assertThat(json(query("exceptions", "list")).at("/exceptions/0/id").asString())
                .isEqualTo(id);
        Result table =
                run(List.of("-o", "table", "--token", folder.resolve("token").toString()), "exceptions", "list");
        assertThat(table.ok().out().lines().toList())
                .satisfiesExactly(
                        header -> assertThat(header).startsWith("ID").contains("ORIGIN", "EXPIRES"),
                        row -> assertThat(row).startsWith(id).contains("198.51.100.0/24", "noc@example.net"));

        query("exceptions", "remove", "--reason", "signer is repaired", id).ok();
        assertThat(json(query("exceptions", "list")).get("exceptions")).isEmpty();
        assertThat(json(query("history")).at("/changes/0/reason").asString()).isEqualTo("signer is repaired");
        assertThat(query("exceptions", "remove", id).code())
                .as("no such exception")
                .isEqualTo(1);
        Result wrong = query("exceptions", "add", file("wrong.yaml", "prefix: 198.51.100.0/24\nowner: noc\n"));
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("wrong.yaml:", "expires");
    }

    @Test
    void tablesHaveAHeaderAndARowForEachRouter() throws IOException {
        String file = file("table.yaml", FeedBench.POLICY);
        Result preview = run(
                        List.of(
                                "-o",
                                "table",
                                "--token",
                                folder.resolve("token").toString()),
                        "preview",
                        file)
                .ok();
        assertThat(preview.out())
                .containsPattern("ROUTER +GROUP +POLICY +WITHOUT ACCEPTED PATH +ADDED")
                .containsPattern("r1 +border +reject-not-valid");
        query("apply", "--reason", "in a table", file).ok();
        assertThat(preview.out()).containsPattern("ROUTER +PREFIX +FEED +CHANGE");
        Result history = run(List.of("-o", "table"), "history").ok();
        assertThat(history.out()).containsPattern("TIME +AUTHOR +CHANGE").contains("in a table");
        query("apply", "--reason", "again", file).ok();
        Result latest = run(List.of("-o", "table"), "history", "--limit", "1").ok();
        assertThat(latest.out())
                .containsPattern("1 of \\d+ are shown; a larger --limit shows more")
                .contains("again")
                .doesNotContain("in a table");
    }

    @Test
    void aLossNeedsYes() throws IOException {
        query("apply", "--yes", file("groups.yaml", FeedBench.POLICY)).ok();
        String empty = file("without-groups.yaml", "own-as: 64999\ncluster-id: 10.0.0.254\n");
        Result refused = query("apply", empty);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("group border is removed (reject-not-valid: r1, r2)", "--yes");
        assertThat(json(query("apply", "--yes", empty)).at("/losses/0").asString())
                .contains("group border is removed");
        String broad = file("broad.yaml", """
                prefix: 0.0.0.0/0
                owner: noc
                reason: test
                expires: 2099-12-01T00:00:00Z
                """);
        Result large = query("exceptions", "add", broad);
        assertThat(large.code()).isEqualTo(2);
        assertThat(large.err()).contains("0.0.0.0/0", "2099-12-01T00:00:00Z", "--yes");
        String id = json(query("exceptions", "add", "--yes", broad))
                .at("/exception/id")
                .asString();
        query("exceptions", "remove", id).ok();
    }

    @Test
    void aVersionOfTheHistoryIsATableOnATerminal() throws IOException {
        query("apply", "--yes", file("first.yaml", FeedBench.POLICY)).ok();
        long version = json(query("apply", file("second.yaml", FeedBench.POLICY + "    max-changes: 500\n")))
                .get("version")
                .asLong();
        assertThat(run(List.of("-o", "table"), "history", Long.toString(version))
                        .ok()
                        .out())
                .startsWith("version " + version + " of ")
                .contains("by ann", "BEFORE", "-     max-changes: 1000", "AFTER", "+     max-changes: 500")
                .doesNotContain("{");
    }

    @Test
    void theSwitchIsSetAndLifted() {
        assertThat(json(query("off", "--reason", "routes flap"))
                        .get("switched_off")
                        .asBoolean())
                .isTrue();
        assertThat(api.json("/api/v1/feeds").get("switched_off").asBoolean()).isTrue();
        assertThat(json(query("on")).get("switched_off").asBoolean()).isFalse();
        assertThat(api.json("/api/v1/feeds").get("switched_off").asBoolean()).isFalse();
    }

    @Test
    void problemsHaveTheirPlaceInTheFile() throws IOException {
        String wrong = file("wrong.yaml", FeedBench.POLICY.replace("reject-not-valid", "reject") + "colour: red\n");
        for (String command : List.of("preview", "apply")) {
            Result refused = query(command, wrong);
            assertThat(refused.code()).as(command).isEqualTo(2);
            assertThat(refused.err())
                    .contains(wrong + ":6:13: groups[0].policy: must be observe, tag,", wrong + ":7:9: colour: ");
        }
        Result absent = query("apply", folder.resolve("absent.yaml").toString());
        assertThat(absent.code()).isEqualTo(2);
        assertThat(absent.err()).contains("absent.yaml");
    }

    @Test
    void anotherVersionInForceIsReported() throws IOException {
        Result refused = query("apply", "--replaces", "4711", file("old.yaml", FeedBench.POLICY));
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("4711");
    }

    @Test
    void changesNeedAToken() throws IOException {
        Result refused = run(List.of(), "off");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("token");
        assertThat(api.json("/api/v1/feeds").get("switched_off").asBoolean()).isFalse();
        assertThat(run(List.of(), "apply", file("none.yaml", FeedBench.POLICY)).code())
                .isEqualTo(2);
        assertThat(run(List.of(), "show").ok().out()).contains("groups:");
    }

    @Test
    void namesTheSubcommands() {
        Result missing = run(List.of());
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.err()).contains("missing subcommand", "show", "preview", "apply", "history", "off", "on");
    }
}
