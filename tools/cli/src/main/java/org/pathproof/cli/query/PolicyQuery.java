// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.cli.io.OutputFormat;
import org.pathproof.cli.io.Table;
import org.pathproof.cli.io.Table.Column;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Shows and changes the policy of the feeds of a running Pathproof. */
@Command(
        name = "policy",
        description = {
            "Shows and changes the policy of the feeds. Changes need a token with the role admin.",
            "Exit code 0: success; 1: the history has no such version; 2: the policy cannot be used, another version is in force, or no connection."
        },
        synopsisSubcommandLabel = "(show | preview | apply | history | exceptions | off | on)",
        subcommands = {
            PolicyQuery.Show.class,
            PolicyQuery.Preview.class,
            PolicyQuery.Apply.class,
            PolicyQuery.History.class,
            ExceptionsQuery.class,
            PolicyQuery.Off.class,
            PolicyQuery.On.class
        })
final class PolicyQuery implements QueryTarget, Runnable {
    private static final String FEEDS = "/api/v1/feeds";
    private static final String POLICY = FEEDS + "/policy";

    private static final Table EFFECTS = new Table(
            Column.of("ROUTER", "/router"),
            Column.of("GROUP", "/group"),
            Column.of("POLICY", "/policy"),
            Column.of("WITHOUT ACCEPTED PATH", "/without_accepted_path"),
            Column.of("ADDED", "/added"),
            Column.of("CHANGED", "/changed"),
            Column.of("WITHDRAWN", "/withdrawn"),
            Column.of("WAITING", "/waiting"),
            Column.of("SUSPENDED", "/suspended"));

    private static final Table CHANGES = new Table(
            Column.of("ROUTER", "/router"),
            Column.of("PREFIX", "/prefix"),
            Column.of("FEED", "/feed"),
            Column.of("CHANGE", "/change"),
            Column.of("BEFORE", "/before/path/as_path"),
            Column.of("AFTER", "/after/path/as_path"),
            Column.of("COMMUNITIES", "/after/large_communities"));

    private static final Table HISTORY = new Table(
            Column.of("TIME", "/time"),
            Column.of("AUTHOR", "/author"),
            Column.of("CHANGE", "/change"),
            Column.of("VERSION", "/version"),
            Column.of("REASON", "/reason"));

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "missing subcommand; the subcommands are "
                        + String.join(", ", spec.subcommands().keySet()));
    }

    @Override
    public OutputFormat format() {
        return target().format();
    }

    @Override
    public Api api() {
        return target().api();
    }

    private QueryTarget target() {
        return (QueryTarget) spec.parent().userObject();
    }

    /** Prints the policy as YAML. */
    @Command(name = "show", description = "Prints the policy in force as YAML.")
    static final class Show implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() throws IOException {
            try (Api api = parent(spec).api()) {
                return api.print(
                        POLICY,
                        Map.of(),
                        PolicyRequests.YAML,
                        spec.commandLine().getOut(),
                        spec.commandLine().getErr());
            }
        }
    }

    /** Prints the effect of a policy. */
    @Command(name = "preview", description = "Prints what a policy would change now, without applying it.")
    static final class Preview implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Parameters(paramLabel = "FILE", description = "Policy as YAML or JSON; - for standard input.")
        private String file;

        @Option(names = "--limit", paramLabel = "N", description = "Maximum number of changes (default 1000).")
        private @Nullable Integer limit;

        @Override
        public Integer call() throws IOException {
            Map<String, @Nullable String> parameters = new LinkedHashMap<>();
            parameters.put("limit", limit == null ? null : limit.toString());
            PrintWriter out = spec.commandLine().getOut();
            try (Api api = parent(spec).api();
                    Api.Answer answer = api.post(
                            FEEDS + "/preview", parameters, Api.JSON, PolicyRequests.YAML, PolicyRequests.body(file))) {
                if (!answer.ok()) {
                    return PolicyRequests.refused(api, answer, file, spec);
                }
                if (parent(spec).format() == OutputFormat.JSON) {
                    out.println(answer.text());
                } else {
                    print(answer.json(), out);
                }
                out.flush();
                return ExitCode.OK;
            }
        }

        private static void print(JsonNode answer, PrintWriter out) {
            EFFECTS.print(answer.get("routers").valueStream(), out);
            OverridesQuery.printHints(answer, out);
            out.println();
            CHANGES.print(answer.get("changes").valueStream(), out);
            if (answer.has("cursor")) {
                out.println("more changes are not shown; a larger --limit shows more");
            }
            if (answer.path("switched_off").asBoolean(false)) {
                out.println("all feeds are switched off, so that no policy changes anything");
            }
        }
    }

    /** Replaces the policy. */
    @Command(name = "apply", description = "Replaces the policy by the one in a file, for example from Git.")
    static final class Apply implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Parameters(paramLabel = "FILE", description = "Policy as YAML or JSON; - for standard input.")
        private String file;

        @Option(
                names = "--replaces",
                paramLabel = "VERSION",
                description = "Version that must be in force; by default the field version of the policy, else any.")
        private @Nullable Long replaces;

        @Option(names = "--reason", paramLabel = "TEXT", description = "Reason for the history.")
        private @Nullable String reason;

        @Option(
                names = {"--yes", "--force"},
                description = "Confirm the losses of the change, such as removed groups, and large exceptions.")
        private boolean yes;

        @Override
        public Integer call() throws IOException {
            Map<String, @Nullable String> parameters = new LinkedHashMap<>();
            parameters.put("reason", reason);
            parameters.put("force", yes ? "true" : null);
            try (Api api = parent(spec).api();
                    Api.Answer answer = api.put(
                            POLICY,
                            parameters,
                            PolicyRequests.YAML,
                            replaces == null ? "*" : "\"" + replaces + "\"",
                            PolicyRequests.body(file))) {
                return answer.ok()
                        ? PolicyRequests.printed(answer, spec)
                        : PolicyRequests.refused(api, answer, file, spec);
            }
        }
    }

    /** Prints the history, or one version of it. */
    @Command(
            name = "history",
            description = "Prints the latest changes, or a version with the policy before and after.")
    static final class History implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Parameters(arity = "0..1", paramLabel = "VERSION", description = "A version of the policy.")
        private @Nullable Long version;

        @Option(names = "--limit", paramLabel = "N", description = "Maximum number of changes (default 100).")
        private @Nullable Integer limit;

        @Override
        public Integer call() throws IOException {
            Map<String, @Nullable String> parameters = new LinkedHashMap<>();
            if (version == null && limit != null) {
                parameters.put("limit", limit.toString());
            }
            String path = FEEDS + "/history" + (version == null ? "" : "/" + version);
            PrintWriter out = spec.commandLine().getOut();
            PrintWriter err = spec.commandLine().getErr();
            try (Api api = parent(spec).api()) {
                if (parent(spec).format() == OutputFormat.JSON) {
                    return api.print(path, parameters, Api.JSON, out, err);
                }
                if (version != null) {
                    return api.print(path, parameters, History::printVersion, out, err);
                }
                return api.print(path, parameters, TablePrinter.of("/changes", HISTORY), out, err);
            }
        }

        private static void printVersion(JsonNode found, PrintWriter out) {
            out.printf(
                    "version %s of %s by %s%s%n",
                    Table.cell(found.path("version")),
                    Table.cell(found.path("time")),
                    Table.cell(found.path("author")),
                    found.has("reason") ? ": " + Table.cell(found.path("reason")) : "");
            List<String> before = found.path("before").asString("").lines().toList();
            List<String> after = found.path("after").asString("").lines().toList();
            out.println();
            out.println("BEFORE");
            mark(before, after, "- ", out);
            out.println();
            out.println("AFTER");
            mark(after, before, "+ ", out);
        }

        /** Prints lines, with a mark before those that other lines do not have. */
        private static void mark(List<String> lines, List<String> others, String mark, PrintWriter out) {
            Set<String> known = new HashSet<>(others);
            lines.forEach(line -> out.println((known.contains(line) ? "  " : mark) + Table.printable(line)));
        }
    }

    /** Switches all feeds off, which withdraws all announcements. */
    @Command(
            name = "off",
            description = "Withdraws every announcement of every feed at once, whatever the policy says.")
    static final class Off implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Option(names = "--reason", paramLabel = "TEXT", description = "Reason for the history.")
        private @Nullable String reason;

        @Override
        public Integer call() throws IOException {
            return setSwitch("/off", reason, spec);
        }
    }

    /** Switches all feeds on again. */
    @Command(
            name = "on",
            description = {
                "Switches all feeds on again: the policy in force applies.",
                "Releases all prefixes that flap damping holds, also if the feeds are on."
            })
    static final class On implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Option(names = "--reason", paramLabel = "TEXT", description = "Reason for the history.")
        private @Nullable String reason;

        @Override
        public Integer call() throws IOException {
            return setSwitch("/on", reason, spec);
        }
    }

    private static PolicyQuery parent(CommandSpec spec) {
        return (PolicyQuery) spec.parent().userObject();
    }

    private static int setSwitch(String path, @Nullable String reason, CommandSpec spec) throws IOException {
        Map<String, @Nullable String> parameters = new LinkedHashMap<>();
        parameters.put("reason", reason);
        try (Api api = parent(spec).api();
                Api.Answer answer = api.post(FEEDS + path, parameters, Api.JSON, Api.JSON, BodyPublishers.noBody())) {
            return answer.ok()
                    ? PolicyRequests.printed(answer, spec)
                    : api.refused(answer, spec.commandLine().getErr());
        }
    }
}
