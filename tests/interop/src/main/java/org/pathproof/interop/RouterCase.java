// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.pathproof.harness.Conditions;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rtr.CacheReset;
import org.pathproof.wire.rtr.EndOfData;
import org.pathproof.wire.rtr.ResetQuery;
import org.pathproof.wire.rtr.RtrPdu;
import org.pathproof.wire.rtr.SerialQuery;

/**
 * A program as a router at the RTR listeners: the whole set, a change, a restart of the listeners, and another session.
 *
 * @param program the program
 * @param transport transport and rules of the listener
 * @param kinds types of objects that the program shows
 * @param version RTR version that the program has to agree on
 * @param waits reason for which the program does not connect again soon after a restart; null if it does
 * @param starter starts the program
 */
record RouterCase(
        Program program,
        Transport transport,
        Set<Kind> kinds,
        int version,
        @Nullable String waits,
        Starter starter) {
    static final String[] COLUMNS = {
        "program",
        "version",
        "transport",
        "RTR version",
        "whole set",
        "change",
        "restart of the cache",
        "another session"
    };

    /** Upper bound for a set to arrive at the program, on a busy machine. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final Duration INTERVAL = Duration.ofMillis(300);

    /** Starts a program in a folder, for a port of 127.0.0.1. */
    @FunctionalInterface
    interface Starter {
        Router start(Path folder, Credentials credentials, int port) throws IOException;
    }

    String name() {
        return program.name() + ", " + transport.label() + ", version " + version;
    }

    /** Runs the case, and returns its row. */
    Table.Row run(Path folder, Credentials credentials) {
        List<String> names = List.of(program.name(), program.version().orElse("–"), transport.label());
        Optional<String> absence = program.absence();
        if (absence.isPresent()) {
            return Table.Row.absent(COLUMNS.length, names, absence.get());
        }
        List<String> cells = new ArrayList<>(names);
        try (RtrSite site = new RtrSite(folder, credentials, SampleObjects.FIRST, transport);
                Router router = starter.start(folder, credentials, site.port())) {
            SortedSet<String> first = await(router, SampleObjects.FIRST);
            cells.add(agreedVersion(site));
            cells.add(SampleObjects.counts(first));
            cells.add(change(site, router));
            cells.add(waits == null ? restart(site, router) : waits);
            cells.add(anotherSession(site, router));
            return new Table.Row(cells, false);
        } catch (Unusable e) {
            return Table.Row.absent(COLUMNS.length, names, e.reason());
        } catch (Exception | AssertionError e) {
            cells.add("**FAILED:** " + e.getMessage());
            while (cells.size() < COLUMNS.length) {
                cells.add("");
            }
            return new Table.Row(cells.subList(0, COLUMNS.length), true);
        }
    }

    /** Waits until the router has these objects, and returns their lines. */
    private SortedSet<String> await(Router router, List<RpkiObject> objects) {
        SortedSet<String> wanted = SampleObjects.lines(objects, kinds);
        if (!Conditions.holds(LIMIT, INTERVAL, () -> router.data().equals(wanted))) {
            throw new IllegalStateException(Site.difference(wanted, new TreeSet<>(router.data())));
        }
        return wanted;
    }

    private String agreedVersion(RtrSite site) {
        site.tap().ifPresent(tap -> {
            int agreed = end(tap).version();
            require(agreed == version, "RTR version " + agreed + " instead of " + version);
        });
        return "" + version;
    }

    private static EndOfData end(Tap tap) {
        return tap.last(EndOfData.class).orElseThrow(() -> new IllegalStateException("no End of Data"));
    }

    private String change(RtrSite site, Router router) {
        int mark = site.tap().map(Tap::mark).orElse(0);
        site.serve(SampleObjects.CHANGED);
        await(router, SampleObjects.CHANGED);
        return site.tap()
                .map(tap -> isWhole(tap.since(mark)) ? "whole set" : "delta")
                .orElse("arrives");
    }

    private static boolean isWhole(List<RtrPdu> control) {
        return control.stream().anyMatch(pdu -> pdu instanceof ResetQuery || pdu instanceof CacheReset);
    }

    private String restart(RtrSite site, Router router) {
        Optional<Tap> tap = site.tap();
        int mark = tap.map(Tap::mark).orElse(0);
        Optional<EndOfData> before = tap.map(RouterCase::end);
        site.restart();
        String seen = tap.map(now -> resumption(now, mark, before.orElseThrow(), router))
                .orElse("connects again");
        site.serve(SampleObjects.AFTERWARDS);
        await(router, SampleObjects.AFTERWARDS);
        return seen + ", next change arrives";
    }

    /** Waits until the router has the same session and serial from the cache after its restart. */
    private String resumption(Tap tap, int mark, EndOfData before, Router router) {
        SortedSet<String> wanted = SampleObjects.lines(SampleObjects.CHANGED, kinds);
        require(
                Conditions.holds(
                        LIMIT,
                        INTERVAL,
                        () -> router.data().equals(wanted)
                                && tap.since(mark).stream().anyMatch(EndOfData.class::isInstance)),
                "no answer within " + LIMIT.toSeconds() + " s after the restart of the cache");
        EndOfData after = end(tap);
        require(
                after.sessionId() == before.sessionId() && after.serial() == before.serial(),
                "session " + before.sessionId() + " serial " + before.serial() + " became session " + after.sessionId()
                        + " serial " + after.serial());
        return "same session and serial by "
                + (tap.since(mark).stream().anyMatch(SerialQuery.class::isInstance) && !isWhole(tap.since(mark))
                        ? "Serial Query"
                        : "Reset Query");
    }

    private String anotherSession(RtrSite site, Router router) {
        int before = site.sessionId();
        Optional<Integer> seen = site.tap().map(tap -> end(tap).sessionId());
        site.loseRedis();
        site.serve(SampleObjects.FIRST);
        await(router, SampleObjects.FIRST);
        require(site.sessionId() != before, "the session id stays " + before);
        site.tap()
                .ifPresent(tap -> require(
                        end(tap).sessionId() != seen.orElseThrow(),
                        "the router has not seen another session id than " + seen.orElseThrow()));
        return "whole set";
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise);
        }
    }
}
