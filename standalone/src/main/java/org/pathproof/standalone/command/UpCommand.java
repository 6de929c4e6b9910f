// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.pathproof.standalone.console.Console;
import org.pathproof.standalone.console.StartFailure;
import org.pathproof.standalone.network.Ports;
import org.pathproof.standalone.settings.OperatorSettings;
import org.pathproof.standalone.settings.SiteSettings;
import org.pathproof.standalone.site.Site;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code up}: runs Pathproof until a signal ends it. */
@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs Pathproof: collector, validator, key-sync and policy API in one process, with a Kafka broker and Redis.",
            "All data are in one folder (default of --data: " + UpCommand.DEFAULT_DATA + ")."
        })
public final class UpCommand implements Callable<Integer> {
    static final String DEFAULT_DATA = "$XDG_DATA_HOME/pathproof, else ~/.local/share/pathproof";

    @Mixin
    private SiteOptions options;

    @Option(
            names = "--rtr",
            paramLabel = "HOST:PORT",
            description = "RPKI cache (RTR); repeatable, the most preferred first")
    private List<String> caches = new ArrayList<>();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Console console = new Console(spec.commandLine().getOut());
        caches.forEach(UpCommand::requireHostAndPort);
        OperatorSettings given = OperatorSettings.read(options.config());
        PortChoice ports = new PortChoice(given, console);
        SiteSettings settings = new SiteSettings(
                options.httpHost(),
                ports.required(Listener.BMP, options.bmpPort, Ports.ANY),
                ports.required(Listener.HTTP, options.httpPort, options.httpAddress(given)),
                ports.required(Listener.RTR, options.rtrPort, Ports.ANY),
                caches,
                List.of(),
                Optional.ofNullable(options.data).orElseGet(UpCommand::defaultData),
                options.config());
        console.say("Starting Pathproof in " + settings.data().toAbsolutePath());
        try (Site site = Site.start(settings, console, () -> {})) {
            site.awaitEnd();
        }
        return 0;
    }

    private static void requireHostAndPort(String cache) {
        int colon = cache.lastIndexOf(':');
        String port = cache.substring(colon + 1);
        if (colon < 1 || !port.matches("\\d{1,5}") || Integer.parseInt(port) < 1 || Integer.parseInt(port) > 65_535) {
            throw new StartFailure("--rtr " + cache + " is not HOST:PORT");
        }
    }

    private static Path defaultData() {
        String xdg = System.getenv("XDG_DATA_HOME");
        return xdg == null || xdg.isBlank()
                ? Path.of(System.getProperty("user.home"), ".local", "share", "pathproof")
                : Path.of(xdg, "pathproof");
    }
}
