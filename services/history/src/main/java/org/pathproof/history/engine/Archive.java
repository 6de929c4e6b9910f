// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.engine;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pathproof.history.files.DataFile;
import org.pathproof.history.files.DataFolder;
import org.pathproof.history.files.Gap;
import org.pathproof.history.files.Manifest;
import org.pathproof.history.files.ManifestStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns the manifest and the views of it. All changes of the files go through {@link #commit}. Files and tables that a
 * commit removes are deleted when the last view that can read them is closed. Thread-safe.
 */
public final class Archive {
    private static final Logger log = LoggerFactory.getLogger(Archive.class);

    private final DataFolder folder;
    private final ManifestStore store;

    /** The states that readers use, oldest first. The last one is the current state. */
    private final Deque<State> states = new ArrayDeque<>();

    private static final class State {
        private final Manifest manifest;
        private final @Nullable RecentRows recent;
        private final List<Runnable> cleanups = new ArrayList<>();
        private int users;

        State(Manifest manifest, @Nullable RecentRows recent) {
            this.manifest = manifest;
            this.recent = recent;
        }
    }

    /** Opens the archive of a folder. */
    public Archive(DataFolder folder) throws IOException {
        this.folder = folder;
        this.store = ManifestStore.open(folder);
        states.add(new State(store.current(), null));
    }

    /** Returns the folder of the files. */
    public DataFolder folder() {
        return folder;
    }

    /** Returns the current manifest. */
    public Manifest manifest() {
        return store.current();
    }

    /** Returns a view of the current state, which the caller closes. */
    public synchronized View view() {
        State state = states.getLast();
        state.users++;
        AtomicBoolean closed = new AtomicBoolean();
        return new View(state.manifest, folder, state.recent, () -> {
            if (closed.compareAndSet(false, true)) {
                release(state);
            }
        });
    }

    /** Returns a view of the files of the current state, without the rows in memory. The caller closes the view. */
    synchronized View filesOnly() {
        View all = view();
        return new View(all.manifest(), folder, null, all::close);
    }

    private synchronized void release(State state) {
        state.users--;
        clean();
    }

    /** Deletes what no view can read any more. */
    private void clean() {
        while (states.size() > 1 && states.getFirst().users == 0) {
            states.removeFirst().cleanups.forEach(Runnable::run);
        }
    }

    /**
     * Changes the files.
     *
     * @param change makes the next manifest from the current one
     */
    public synchronized void commit(UnaryOperator<Manifest> change) throws IOException {
        commit(change, states.getLast().recent);
    }

    /**
     * Changes the files and the rows in memory.
     *
     * @param recent the rows in memory that follow the next manifest
     */
    synchronized void commit(UnaryOperator<Manifest> change, @Nullable RecentRows recent) throws IOException {
        Manifest next = change.apply(store.current());
        Set<String> unnamed = store.commit(next);
        State former = states.getLast();
        former.cleanups.add(() -> unnamed.forEach(folder::delete));
        RecentRows replaced = former.recent;
        if (replaced != null && replaced != recent) {
            former.cleanups.add(() -> drop(replaced));
        }
        states.add(new State(next, recent));
        clean();
    }

    /** Replaces the rows in memory. The files stay the same. */
    synchronized void replace(RecentRows recent) {
        State former = states.getLast();
        RecentRows replaced = former.recent;
        if (replaced != null) {
            former.cleanups.add(() -> drop(replaced));
        }
        states.add(new State(former.manifest, recent));
        clean();
    }

    private static void drop(RecentRows rows) {
        try {
            rows.drop();
        } catch (SQLException e) {
            log.warn(getMarker("history-table-not-dropped"), "table in memory not deleted: error={}", e.toString());
        }
    }

    /**
     * Removes a damaged file, and records the gap. If the state of the writer followed from the file, the writer reads
     * all records again.
     *
     * @param nowUs the time, microseconds since 1970
     */
    public void setAside(DataFile file, long nowUs) throws IOException {
        Gap gap = new Gap(
                file.minUs(),
                file.maxUs(),
                nowUs,
                Gap.Reason.DAMAGED_FILE,
                file.name() + " was damaged, with " + file.rows() + " rows");
        commit(manifest -> {
            if (!manifest.files().contains(file)) {
                return manifest;
            }
            Manifest without = manifest.withFiles(file::equals, List.of()).withGap(gap);
            return manifest.isState(file) ? without.withResync() : without;
        });
        folder.setAside(file);
    }
}
