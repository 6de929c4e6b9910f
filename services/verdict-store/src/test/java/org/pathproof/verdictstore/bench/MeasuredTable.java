// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.contracts.SessionId;
import org.pathproof.verdictstore.snapshot.SnapshotFile;
import org.pathproof.verdictstore.snapshot.SnapshotWriter;
import org.pathproof.verdictstore.store.Match;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteQuery;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.verdictstore.store.TableLoader;
import org.pathproof.verdictstore.store.VerdictGroup;
import org.pathproof.wire.Prefix;

/** A table that {@link TableBench} measures: this one, or that of release 0.1. */
interface MeasuredTable {
    String name();

    void begin();

    void verdict(byte[] key, byte @Nullable [] value);

    void commit();

    void session(byte[] key, byte[] value);

    /** Returns the routes of a query; a state, an AS and a router select all if they are null or 0. */
    Iterator<?> find(
            @Nullable Prefix prefix, String match, @Nullable PathState state, long asn, @Nullable String router);

    Iterator<?> routesOf(SessionId session);

    /** Reads a route of a query: its key, its state, and an AS of its path. Returns something that depends on them. */
    int read(Object route);

    long liveRoutes();

    /** Ends work that waits between changes. */
    void settle();

    String memory();

    /** Returns the size of the pages of rows in use as a multiple of the rows; 0 for a table without pages. */
    default double pagesOverRows() {
        return 0;
    }

    /**
     * Writes a snapshot and reads it into another table.
     *
     * @return size and times; empty for a table without snapshots
     */
    default String snapshot() throws IOException {
        return "";
    }

    static MeasuredTable paged(int shards) {
        RouteTable table = new RouteTable(shards);
        VerdictGroup group = new VerdictGroup();
        TableLoader loader = table.loader();
        return new MeasuredTable() {
            private boolean isLoaded;

            @Override
            public String name() {
                return "paged";
            }

            @Override
            public void begin() {
                loader.begin();
            }

            @Override
            public void verdict(byte[] key, byte @Nullable [] value) {
                if (!isLoaded) {
                    loader.load(key, value);
                    return;
                }
                group.add(key, value);
                if (group.isFull()) {
                    apply();
                }
            }

            private void apply() {
                loader.readAhead(group);
                for (int i = 0; i < group.size(); i++) {
                    loader.load(group, i);
                }
                group.clear();
            }

            @Override
            public void commit() {
                apply();
                loader.commit();
            }

            @Override
            public void session(byte[] key, byte[] value) {
                table.applySession(key, value);
            }

            @Override
            public Iterator<?> find(
                    @Nullable Prefix prefix,
                    String match,
                    @Nullable PathState state,
                    long asn,
                    @Nullable String router) {
                return table.find(
                        RouteQuery.builder()
                                .prefix(prefix, Match.valueOf(match))
                                .states(state == null ? Set.of() : Set.of(state))
                                .originAs(asn == 0 ? OptionalLong.empty() : OptionalLong.of(asn))
                                .router(router == null ? null : new SessionSelector(router))
                                .build(),
                        null);
            }

            @Override
            public Iterator<?> routesOf(SessionId session) {
                return table.routesOf(session);
            }

            @Override
            public int read(Object route) {
                Route read = (Route) route;
                return read.key().hashCode() + read.state().hashCode() + (read.passes(1) ? 1 : 0);
            }

            @Override
            public long liveRoutes() {
                return table.totals().routes();
            }

            @Override
            public void settle() {
                table.upkeep(Long.MAX_VALUE / 4);
                isLoaded = true;
            }

            @Override
            public String snapshot() throws IOException {
                Path file = Files.createTempFile("verdicts", ".snapshot");
                try {
                    long begin = System.nanoTime();
                    try (SnapshotWriter to = new SnapshotWriter(file)) {
                        table.write(to, Duration.ofMinutes(5));
                        to.finish();
                    }
                    long written = System.nanoTime();
                    RouteTable other = new RouteTable();
                    try (SnapshotFile from = new SnapshotFile(file)) {
                        other.read(from, Runtime.getRuntime().availableProcessors());
                    }
                    return String.format(
                            "%,d bytes, written in %,d ms, read in %,d ms, %,d rows",
                            Files.size(file),
                            (written - begin) / 1_000_000,
                            (System.nanoTime() - written) / 1_000_000,
                            other.size());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException(e);
                } finally {
                    Files.delete(file);
                }
            }

            @Override
            public String memory() {
                return table.memory().toString();
            }

            @Override
            public double pagesOverRows() {
                return (double) table.memory().pages() / table.memory().blocks();
            }
        };
    }

    static MeasuredTable tree() {
        org.pathproof.verdictstore.tree.RouteTable table = new org.pathproof.verdictstore.tree.RouteTable();
        return new MeasuredTable() {
            @Override
            public String name() {
                return "tree";
            }

            @Override
            public void begin() {}

            @Override
            public void verdict(byte[] key, byte @Nullable [] value) {
                table.applyVerdict(key, value);
            }

            @Override
            public void commit() {}

            @Override
            public void session(byte[] key, byte[] value) {
                table.applySession(key, value);
            }

            @Override
            public Iterator<?> find(
                    @Nullable Prefix prefix,
                    String match,
                    @Nullable PathState state,
                    long asn,
                    @Nullable String router) {
                return table.find(
                        org.pathproof.verdictstore.tree.RouteQuery.builder()
                                .prefix(prefix, org.pathproof.verdictstore.tree.Match.valueOf(match))
                                .states(state == null ? Set.of() : Set.of(state))
                                .originAs(asn == 0 ? OptionalLong.empty() : OptionalLong.of(asn))
                                .router(router == null ? null : new SessionSelector(router))
                                .build(),
                        null);
            }

            @Override
            public Iterator<?> routesOf(SessionId session) {
                return table.routesOf(session);
            }

            @Override
            public int read(Object route) {
                org.pathproof.verdictstore.tree.Route read = (org.pathproof.verdictstore.tree.Route) route;
                return read.key().hashCode() + read.state().hashCode() + (read.passes(1) ? 1 : 0);
            }

            @Override
            public long liveRoutes() {
                return table.totals().routes();
            }

            @Override
            public void settle() {}

            @Override
            public String memory() {
                return "";
            }
        };
    }
}
