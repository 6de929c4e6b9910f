// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.pathproof.history.files.DataFile;
import org.pathproof.history.files.Dataset;
import org.pathproof.history.files.Manifest;

/** The hours whose changes a file of flapping prefixes includes. */
public final class FlapHours {
    private static final long HOUR_US = TimeUnit.HOURS.toMicros(1);

    private FlapHours() {}

    /** Returns the start of the hour of a file. */
    static long hour(DataFile file) {
        return file.minUs() - Math.floorMod(file.minUs(), HOUR_US);
    }

    /** Returns a file of an hour with the time of that hour. */
    static DataFile at(DataFile file, long hour) {
        return new DataFile(
                file.name(),
                file.dataset(),
                file.first(),
                file.last(),
                hour,
                hour,
                file.rows(),
                file.bytes(),
                file.crc32c());
    }

    /** Returns the files of changes by hour, of those hours with changes that no file of flapping prefixes includes. */
    public static Map<Long, List<DataFile>> uncovered(Manifest manifest) {
        Map<Long, Long> covered = new HashMap<>();
        manifest.files(Dataset.FLAPS).forEach(file -> covered.merge(file.minUs(), file.last(), Math::max));
        Map<Long, List<DataFile>> hours = new TreeMap<>();
        manifest.files(Dataset.CHANGES)
                .forEach(file -> hours.computeIfAbsent(hour(file), _ -> new ArrayList<>())
                        .add(file));
        hours.entrySet()
                .removeIf(hour -> hour.getValue().stream()
                        .allMatch(file -> file.last() <= covered.getOrDefault(hour.getKey(), -1L)));
        return hours;
    }
}
