// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.workload;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.pathproof.lab.LabSettings;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabRoute;
import org.pathproof.lab.paths.MrtPaths;
import org.pathproof.lab.paths.SamplePaths;
import org.pathproof.wire.Prefix;

/** Routes with the AS paths of real tables. If there are no such tables, the sample paths of the lab replace them. */
public final class RealTables {
    private static final String FULL_TABLE = "bgpstream-routeviews.route-views.jinx.ribs.1401487200.bz2";
    private static final String MANY_PEERS = "pyasn-rib.20140523.0600_firstMB.bz2";
    private static final long FIRST_COPY = 0x2400L;

    private final Path mrt;
    private final PrintWriter notes;

    /**
     * @param mrt folder of the tables, which need not exist
     * @param notes receives a remark if the tables are missing
     */
    public RealTables(Path mrt, PrintWriter notes) {
        this.mrt = mrt;
        this.notes = notes;
    }

    public boolean present() {
        return Files.isReadable(mrt.resolve(FULL_TABLE)) && Files.isReadable(mrt.resolve(MANY_PEERS));
    }

    /** Returns the source of the paths, for names of workloads. */
    public String origin() {
        return present() ? "real" : "sample";
    }

    /**
     * Returns a full table (RouteViews jinx, 2014: half a million prefixes, 3.8 ASes a path). A larger table repeats
     * it: copies keep the paths and have IPv6 prefixes made from the IPv4 ones, so that every signature is new.
     */
    public List<LabRoute> fullTable(int routes) {
        List<LabRoute> table = new ArrayList<>(routes);
        List<LabRoute> first = read(FULL_TABLE, routes);
        table.addAll(first.subList(0, Math.min(routes, first.size())));
        for (long copy = 0; table.size() < routes; copy++) {
            for (LabRoute route : first) {
                if (table.size() < routes && route.prefix().isIpv4()) {
                    table.add(new LabRoute(copied(route.prefix(), copy), route.hops()));
                }
            }
        }
        return table;
    }

    /** Returns at most {@code routes} routes of the same prefixes from 35 peers (route-views2, 2014). */
    public List<LabRoute> manyPeers(int routes) {
        List<LabRoute> table = read(MANY_PEERS, routes);
        return table.subList(0, Math.min(routes, table.size()));
    }

    /** Converts IPv4 a.b.c.d/n to 24xx:aabb:ccdd::/(16 + n). */
    private static Prefix copied(Prefix ipv4, long copy) {
        byte[] bytes = ipv4.addressBytes();
        long address = 0;
        for (byte octet : bytes) {
            address = address << 8 | octet & 0xff;
        }
        return Prefix.ipv6(FIRST_COPY + copy << 48 | address << 16, 0, 16 + ipv4.length());
    }

    /** Returns one route for each prefix and neighbor, because a second one would replace the first. */
    private List<LabRoute> read(String file, int enough) {
        if (!present()) {
            notes.println("No MRT tables in " + mrt
                    + ": the benchmark repeats the sample paths of the lab (--tables FOLDER selects another folder).");
            return unique(SamplePaths.load().stream(), enough);
        }
        try (Stream<LabRoute> routes = MrtPaths.read(mrt.resolve(file))) {
            return unique(routes, enough);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<LabRoute> unique(Stream<LabRoute> routes, int enough) {
        record Slot(Prefix prefix, long peerAs) {}
        Set<Slot> seen = new HashSet<>();
        return routes.filter(route -> route.hops().stream().noneMatch(RealTables::isOurs))
                .filter(route -> seen.add(new Slot(route.prefix(), route.peerAs())))
                .limit(enough)
                .toList();
    }

    private static boolean isOurs(Hop hop) {
        return hop.asn() == LabSettings.LOCAL_AS;
    }
}
