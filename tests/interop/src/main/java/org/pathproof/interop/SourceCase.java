// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rtr.EndOfData;

/**
 * A test of a program as a source of key-sync. The test reads the whole set, makes a change, and restarts the program.
 * During the restart, the set must stay in force.
 *
 * @param program the program
 * @param form transport of RTR, or form of JSON
 * @param version the only RTR version that key-sync accepts; -1 for the default versions
 * @param kinds types of objects that the program gives in this form
 * @param starter starts the program with a set
 */
record SourceCase(Program program, String form, int version, Set<Kind> kinds, Starter starter) {
    static final String[] COLUMNS = {"program", "version", "form", "RTR version", "whole set", "change", "restart"};

    /** Starts a program in a folder. */
    @FunctionalInterface
    interface Starter {
        Cache start(Path folder, Credentials credentials, List<RpkiObject> objects) throws IOException;
    }

    String name() {
        return program.name() + ", " + form + (version < 0 ? "" : ", version " + version);
    }

    /** Runs the case, and returns its row. */
    Table.Row run(Path folder, Credentials credentials) {
        List<String> names = List.of(program.name(), program.version().orElse("–"), form);
        Optional<String> absence = program.absence();
        if (absence.isPresent()) {
            return Table.Row.absent(COLUMNS.length, names, absence.get());
        }
        List<String> cells = new ArrayList<>(names);
        try (Cache cache = starter.start(folder, credentials, SampleObjects.FIRST);
                Tapped source = Tapped.of(cache.source());
                Site site = new Site(withVersion(source.settings))) {
            SortedSet<String> first = SampleObjects.lines(SampleObjects.FIRST, kinds);
            site.await(first);
            cells.add(source.version().orElse(version < 0 ? "–" : "" + version));
            cells.add(SampleObjects.counts(first));
            SortedSet<String> changed = SampleObjects.lines(SampleObjects.CHANGED, kinds);
            cache.serve(SampleObjects.CHANGED);
            site.await(changed);
            cells.add("arrives");
            int mark = site.mark();
            cache.restart();
            SortedSet<String> afterwards = SampleObjects.lines(SampleObjects.AFTERWARDS, kinds);
            cache.serve(SampleObjects.AFTERWARDS);
            site.await(afterwards);
            site.since(mark).stream()
                    .filter(set -> !set.equals(changed) && !set.equals(afterwards))
                    .findFirst()
                    .ifPresent(set -> {
                        throw new IllegalStateException("another set was in force: " + Site.difference(changed, set));
                    });
            cells.add("set stays in force, next change arrives");
            return new Table.Row(cells, false);
        } catch (Unusable e) {
            return Table.Row.absent(COLUMNS.length, names, e.reason());
        } catch (Exception | AssertionError e) {
            return failure(cells, e);
        }
    }

    private static Table.Row failure(List<String> cells, Throwable e) {
        cells.add("**FAILED:** " + e.getMessage());
        while (cells.size() < COLUMNS.length) {
            cells.add("");
        }
        return new Table.Row(cells.subList(0, COLUMNS.length), true);
    }

    private Map<String, String> withVersion(Map<String, String> source) {
        Map<String, String> settings = new HashMap<>(source);
        if (version >= 0) {
            settings.put("min-version", "" + version);
            settings.put("max-version", "" + version);
        }
        return settings;
    }

    /** Settings of a source. RTR over plain TCP passes through a {@link Tap}, which records the PDUs. */
    private record Tapped(
            Map<String, String> settings, @Nullable Tap tap) implements AutoCloseable {
        static Tapped of(Map<String, String> source) throws IOException {
            String cache = source.get("cache");
            if (cache == null || source.containsKey("transport")) {
                return new Tapped(source, null);
            }
            Tap tap = new Tap(Integer.parseInt(cache.substring(cache.lastIndexOf(':') + 1)));
            Map<String, String> settings = new HashMap<>(source);
            settings.put("cache", "127.0.0.1:" + tap.port());
            return new Tapped(settings, tap);
        }

        Optional<String> version() {
            return Optional.ofNullable(tap)
                    .flatMap(seen -> seen.last(EndOfData.class))
                    .map(end -> "" + end.version());
        }

        @Override
        public void close() throws IOException {
            if (tap != null) {
                tap.close();
            }
        }
    }
}
