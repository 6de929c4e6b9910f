// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.size;

import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that describe the network and the margins. */
final class NetworkOptions {
    private static final long MAX_ROUTES = 100_000_000_000L;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--routers", required = true, paramLabel = "N", description = "Routers that send BMP: 1 to 10000.")
    private long routers;

    @Option(
            names = "--feeds",
            paramLabel = "M",
            defaultValue = "0",
            description = "Routers that receive overrides over BGP: 0 to 10000. Default: ${DEFAULT-VALUE}.")
    private long feeds;

    @Option(
            names = "--peers",
            paramLabel = "N",
            defaultValue = "2",
            description = "Peers of a router whose tables it sends: 1 to 10000. Default: ${DEFAULT-VALUE}.")
    private long peers;

    @Option(
            names = "--routes",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Routes of a peer: 1 to 10000000. Default: ${DEFAULT-VALUE}, a full table.")
    private long routes;

    @Option(
            names = "--overrides",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Overrides in a feed: 0 to 1000000. Default: ${DEFAULT-VALUE}.")
    private long overrides;

    @Option(
            names = "--signed",
            paramLabel = "PERCENT",
            defaultValue = "100",
            description = "Share of signed routes: 0 to 100. Default: ${DEFAULT-VALUE}.")
    private double signed;

    @Option(
            names = "--updates",
            paramLabel = "RATE",
            defaultValue = "101",
            description = "Updates of a peer a second on a busy day: 0 to 100000. Default: ${DEFAULT-VALUE}, "
                    + "the mean during the SQL Slammer worm of 2003.")
    private double updates;

    @Option(
            names = "--table-time",
            paramLabel = "TIME",
            defaultValue = "1h",
            converter = Span.class,
            description = "Time in which all routers send their tables after a start. Default: ${DEFAULT-VALUE}.")
    private Duration tableTime;

    @Option(
            names = "--router-keys",
            paramLabel = "N",
            defaultValue = "50000",
            description = "Router keys in the RPKI: 0 to 10000000. Default: ${DEFAULT-VALUE}.")
    private long routerKeys;

    @Option(
            names = "--vrps",
            paramLabel = "N",
            defaultValue = "700000",
            description = "VRPs in the RPKI: 0 to 100000000. Default: ${DEFAULT-VALUE}.")
    private long vrps;

    @Option(
            names = "--replication",
            paramLabel = "N",
            defaultValue = "3",
            description = "Replication factor of Kafka's topics: 1 to 9. Default: ${DEFAULT-VALUE}.")
    private long replication;

    @Option(
            names = "--retention",
            paramLabel = "TIME",
            defaultValue = "6h",
            converter = Span.class,
            description = "Time for which all validators may be down without a loss of route events. "
                    + "Default: ${DEFAULT-VALUE}.")
    private Duration retention;

    @Option(
            names = "--headroom",
            paramLabel = "PERCENT",
            defaultValue = "30",
            description = "Unused share of the requested processors: 0 to 90. Default: ${DEFAULT-VALUE}.")
    private double headroom;

    /**
     * Returns the network.
     *
     * @throws ParameterException when a number is out of range
     */
    Network network(double verifications, Engine engine) {
        check();
        return new Network(
                (int) routers,
                (int) feeds,
                overrides,
                (int) peers,
                routes,
                signed / 100,
                updates,
                tableTime,
                routerKeys,
                vrps,
                verifications,
                engine,
                (int) replication,
                retention,
                headroom / 100);
    }

    /**
     * Checks every number.
     *
     * @throws ParameterException when a number is out of range
     */
    void check() {
        checkRange("--routers", routers, 1, 10_000);
        checkRange("--feeds", feeds, 0, 10_000);
        checkRange("--peers", peers, 1, 10_000);
        checkRange("--routes", routes, 1, 10_000_000);
        checkRange("--overrides", overrides, 0, 1_000_000);
        checkRealRange("--signed", signed, 100);
        checkRealRange("--updates", updates, 100_000);
        checkRange("--table-time", tableTime.toSeconds(), 60, 604_800);
        checkRange("--router-keys", routerKeys, 0, 10_000_000);
        checkRange("--vrps", vrps, 0, 100_000_000);
        checkRange("--replication", replication, 1, 9);
        checkRange("--retention", retention.toSeconds(), 60, 2_592_000);
        checkRealRange("--headroom", headroom, 90);
        long all = routers * peers * routes; // at most 1e15
        if (all > MAX_ROUTES) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--routers " + routers + " with --peers " + peers + " and --routes " + routes + " are " + all
                            + " routes: the maximum is " + MAX_ROUTES + "; size a part of the network");
        }
    }

    private void checkRange(String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw outOfRange(option, Long.toString(value), least, most);
        }
    }

    private void checkRealRange(String option, double value, long most) {
        if (!(value >= 0 && value <= most)) {
            throw outOfRange(option, Double.toString(value), 0, most);
        }
    }

    private ParameterException outOfRange(String option, String value, long least, long most) {
        boolean time = option.equals("--table-time") || option.equals("--retention");
        return new ParameterException(
                spec.commandLine(),
                option + " " + value + " is out of range: use " + least + " to " + most + (time ? " seconds" : ""));
    }
}
