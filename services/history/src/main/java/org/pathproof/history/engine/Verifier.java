// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.engine;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pathproof.history.files.DataFile;
import org.pathproof.history.files.Manifest;

/**
 * Compares files with their check sums: at a start those that the state of the writer is read from, and then all
 * others, some in each run. A damaged file can give wrong answers without an error. For one thread.
 */
public final class Verifier {
    /** Bytes that are read in one run, about a tenth of a second. */
    private static final long BYTES_IN_RUN = 256L << 20;

    private final Archive archive;
    private final Set<String> verified = new HashSet<>();

    /** Creates a verifier, which has verified nothing. */
    public Verifier(Archive archive) {
        this.archive = archive;
    }

    /** Verifies the files of the writer's state. Sets damaged files aside. */
    public void verifyState(long nowUs) throws IOException {
        Manifest manifest = archive.manifest();
        for (DataFile file : manifest.files()) {
            if (manifest.isState(file)) {
                verify(file, nowUs);
            }
        }
    }

    /** Verifies further files, up to a limit of bytes. */
    void run(long nowUs) throws IOException {
        List<DataFile> files = archive.manifest().files();
        verified.retainAll(archive.manifest().names());
        long left = BYTES_IN_RUN;
        for (DataFile file : files) {
            if (left > 0 && !verified.contains(file.name())) {
                verify(file, nowUs);
                left -= file.bytes();
            }
        }
    }

    private void verify(DataFile file, long nowUs) throws IOException {
        if (archive.folder().isIntact(file)) {
            verified.add(file.name());
        } else {
            archive.setAside(file, nowUs);
        }
    }
}
