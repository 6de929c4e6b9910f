// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.slurm;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.provenance.SlurmReport;
import org.pathproof.rpki.provenance.SlurmReport.SlurmEntry;
import org.pathproof.rpki.slurm.Slurm;
import org.pathproof.rpki.slurm.SlurmConflicts;
import org.pathproof.rpki.slurm.SlurmReader;
import org.pathproof.settings.WatchedFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the exceptions of SLURM files to the RPKI data, and reads changed files again. The exceptions in force are
 * the union of all files. A set of files with a conflict is refused as a whole, and the last set without one stays in
 * force. Not thread-safe.
 */
public final class SlurmFiles {
    private static final Logger log = LoggerFactory.getLogger(SlurmFiles.class);
    private static final int MAX_LISTED = 1_000;

    /** Watched files by path, in the order of the settings. */
    private final Map<String, WatchedFile<Slurm>> files = new LinkedHashMap<>();

    private Map<String, Slurm> inForce = Map.of();
    private @Nullable ExceptionalData exceptional;
    private @Nullable ExceptionalData logged;
    private @Nullable String conflict;

    /** Creates the exceptions. Without paths, the data are not changed. */
    public SlurmFiles(List<String> paths) {
        paths.forEach(path -> files.put(path, new WatchedFile<>(Path.of(path), SlurmFiles::read)));
        if (paths.isEmpty()) {
            exceptional = new ExceptionalData(Map.of());
        }
    }

    private static Slurm read(Path file) throws IOException {
        SlurmReader.Result result = SlurmReader.read(file);
        return result.slurm()
                .orElseThrow(() -> new IOException(result.problems().toString()));
    }

    /** Reads changed files. */
    public void poll() {
        files.values().forEach(WatchedFile::poll);
        Map<String, Slurm> next = new LinkedHashMap<>();
        files.forEach((name, file) -> {
            Slurm content = file.content();
            if (content != null) {
                next.put(name, content);
            }
        });
        if (next.size() == files.size() && (exceptional == null || !next.equals(inForce) || conflict != null)) {
            use(next);
        }
    }

    private void use(Map<String, Slurm> next) {
        String found = SlurmConflicts.find(next).orElse(null);
        if (found != null) {
            if (!found.equals(conflict)) {
                log.error(
                        getMarker("slurm-conflict"),
                        "SLURM files refused: problem=\"{}\" state=\"{}\"",
                        found,
                        exceptional == null ? "no earlier files are in use" : "the earlier files stay in use");
            }
            conflict = found;
            return;
        }
        conflict = null;
        if (exceptional == null || !next.equals(inForce)) {
            inForce = next;
            exceptional = new ExceptionalData(next);
        }
    }

    /** Returns the problem of the files, as a sentence; null if there is none. */
    @Nullable
    public String problem() {
        if (conflict != null) {
            return conflict;
        }
        List<String> problems = new ArrayList<>();
        for (WatchedFile<Slurm> file : files.values()) {
            String problem = file.problem();
            if (problem != null) {
                problems.add(problem);
            }
        }
        return problems.isEmpty() ? null : String.join("; ", problems);
    }

    /** Returns {@code data} with the exceptions applied. Returns null before each file was readable once. */
    @Nullable
    public RpkiSnapshot applied(RpkiSnapshot data) {
        ExceptionalData current = exceptional;
        if (current == null) {
            return null;
        }
        RpkiSnapshot result = current.of(data);
        if (current != logged && !files.isEmpty()) {
            logged = current;
            List<SlurmEntry> entries = current.effects();
            log.info(
                    "SLURM in force: files={} entries={} without-effect={} objects-before={} objects-after={}",
                    files.keySet(),
                    entries.size(),
                    entries.stream().filter(entry -> entry.objects() == 0).count(),
                    data.size(),
                    result.size());
        }
        return result;
    }

    /** Returns the effect of the files in force. */
    public SlurmReport report() {
        ExceptionalData current = exceptional;
        List<SlurmEntry> entries = current == null ? List.of() : current.effects();
        return new SlurmReport(
                List.copyOf(files.keySet()), problem(), entries.subList(0, Math.min(MAX_LISTED, entries.size())));
    }
}
