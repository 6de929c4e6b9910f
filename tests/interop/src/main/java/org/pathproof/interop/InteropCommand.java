// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.kit.LauncherCommand;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.harness.ProcessGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ./pathproof test interop}. */
@Command(
        name = "pathproof test interop",
        mixinStandardHelpOptions = true,
        description = {
            "Runs other RPKI programs with key-sync and the RTR server of the policy API, and prints a table of both sides.",
            "The stage fails if an installed program gets another set than expected."
        })
public final class InteropCommand extends LauncherCommand {
    @Option(
            names = "--only",
            paramLabel = "WORDS",
            description = "Run only cases whose name has these words, such as \"bird, ssh\" (default: all).")
    private String only = "";

    @Option(names = "--results", paramLabel = "FILE", description = "File for the page (default: none).")
    private @Nullable Path results;

    public static void main(String[] args) {
        exit(new InteropCommand(), args);
    }

    @Override
    public Integer call() throws IOException {
        Machine machine = Machine.here();
        Table sources = new Table("Sources of key-sync", SourceCase.COLUMNS);
        Table routers = new Table("Routers at the RTR listeners of the policy API", RouterCase.COLUMNS);
        try (ProcessGroup processes = ProcessGroup.in(buildFolder("interop"))) {
            Credentials credentials = Credentials.in(processes.folder("credentials"));
            for (SourceCase each : Sources.all()) {
                if (isChosen(each.name())) {
                    sources.add(
                            report(each.name(), each.run(folder(processes, sources.size(), "source"), credentials)));
                }
            }
            for (RouterCase each : Routers.all()) {
                if (isChosen(each.name())) {
                    routers.add(
                            report(each.name(), each.run(folder(processes, routers.size(), "router"), credentials)));
                }
            }
        }
        String page = page(machine, sources, routers);
        print(page);
        int failed = sources.failed() + routers.failed();
        print("%d cases, %d failed".formatted(sources.size() + routers.size(), failed));
        if (results != null) {
            Files.writeString(results, page);
        }
        return failed == 0 ? 0 : 1;
    }

    private static Path folder(ProcessGroup processes, int number, String side) {
        return processes.folder(side + "-" + number);
    }

    private boolean isChosen(String name) {
        return name.toLowerCase(Locale.ROOT).contains(only.toLowerCase(Locale.ROOT));
    }

    private Table.Row report(String name, Table.Row row) {
        PrintWriter err = err();
        err.println(name + ": "
                + (row.failed() ? "FAILED" : row.cells().get(row.cells().size() - 1)));
        err.flush();
        return row;
    }

    private static String page(Machine machine, Table sources, Table routers) {
        return """
                # Interoperability with RPKI programs

                For operators who ask which RPKI programs work with Pathproof, as sources and as routers. Results of
                `./pathproof test interop --results FILE`: each row is a real program on 127.0.0.1 with key-sync, Redis and
                the RTR listeners of the policy API.

                - Run: %s, %s

                %s
                - The RTR version over TCP is the one that both sides agreed on, read from the connection. Over TLS and SSH,
                  the program or key-sync is limited to the version.
                - *restart*: the program ends and starts again. The set in force must stay until the next change.
                - Routinator, FORT and rpki-client validate a signed repository, which they read over rsync: a trust anchor, an
                  authority, a ROA for each VRP, router certificates and ASPA objects. A change has another manifest and CRL.
                - Rpki-client is no daemon: each run writes the file.
                - FORT 1.5.4 ignores router certificates. Its router keys are assertions of a SLURM file. Its JSON has VRPs only:
                  FORT writes router keys into another file.
                - Rpki-client 8.2 reads ASPA objects of older drafts only. The repository has these for rpki-client, and ASPA
                  objects of version 1 for the others.
                - RTRTR reads JSON, from which it takes no router keys.

                %s
                - *delta*: the router sent a Serial Query and got only the change. *whole set*: it sent a Reset Query.
                - *restart of the cache*: the listeners and the follower of Redis end, and others start on the same ports.
                - *another session*: Redis loses its data, and another key-sync begins an RTR session with another id.
                - RTRlib (rtrclient, FRR) connects again after the Retry Interval of the cache: 60 s, by default.
                - The objects of RTRTR are read from its own RTR port. Its JSON ends before the first router key, so the JSON of
                  a set with router keys has no ASPAs.
                - rtrdump of StayRTR 0.5.1 ends at the ASPA PDU of the current draft. With `aspas: false`, a listener sends
                  none.
                """.formatted(machine.when(), machine.system(), sources.markdown(), routers.markdown());
    }
}
