// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.files;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The files of the history, and the offsets up to which they are complete.
 *
 * @param format format of the manifest and of the files
 * @param sequence number of the last slice
 * @param generation number of times that the positions began anew
 * @param topicIds ids of the topics by name
 * @param sessions next offsets of the partitions of {@code pathproof.sessions}
 * @param verdicts next offsets of the partitions of {@code pathproof.verdicts}
 * @param lastUs last times of the partitions of {@code pathproof.verdicts}, microseconds since 1970
 * @param readUs time up to which all records were read, microseconds since 1970
 * @param baselineUs time at which all records from before the history were read; 0 until then
 * @param forgottenUs time before which changes were deleted, by age or size; 0 for none
 * @param resync true from a gap until all records of {@code pathproof.verdicts} were read again
 */
public record Manifest(
        int format,
        long sequence,
        int generation,
        Map<String, String> topicIds,
        List<Long> sessions,
        List<Long> verdicts,
        List<Long> lastUs,
        long readUs,
        long baselineUs,
        boolean resync,
        long forgottenUs,
        List<DataFile> files,
        List<Gap> gaps) {
    /** The format that this release reads and writes. */
    public static final int FORMAT = 1;

    /** A manifest without files. */
    public static final Manifest EMPTY =
            new Manifest(FORMAT, 0, 0, Map.of(), List.of(), List.of(), List.of(), 0, 0, false, 0, List.of(), List.of());

    public Manifest {
        topicIds = Map.copyOf(topicIds);
        sessions = List.copyOf(sessions);
        verdicts = List.copyOf(verdicts);
        lastUs = List.copyOf(lastUs);
        files = List.copyOf(files);
        gaps = List.copyOf(gaps);
    }

    /** Returns the files of a kind. */
    public Stream<DataFile> files(Dataset dataset) {
        return files.stream().filter(file -> file.dataset() == dataset);
    }

    /** Returns a manifest with other files. */
    public Manifest withFiles(Predicate<DataFile> removed, List<DataFile> added) {
        List<DataFile> next = new ArrayList<>(files.size() + added.size());
        files.stream().filter(removed.negate()).forEach(next::add);
        next.addAll(added);
        return new Manifest(
                format,
                sequence,
                generation,
                topicIds,
                sessions,
                verdicts,
                lastUs,
                readUs,
                baselineUs,
                resync,
                forgottenUs,
                next,
                gaps);
    }

    /** Returns a manifest with other gaps. */
    public Manifest withGaps(List<Gap> next) {
        return new Manifest(
                format,
                sequence,
                generation,
                topicIds,
                sessions,
                verdicts,
                lastUs,
                readUs,
                baselineUs,
                resync,
                forgottenUs,
                files,
                next);
    }

    /** Returns a manifest with a further gap. */
    public Manifest withGap(Gap gap) {
        List<Gap> next = new ArrayList<>(gaps);
        next.add(gap);
        return withGaps(next);
    }

    /** Returns a manifest with new offsets of the same topics. */
    public Manifest withOffsets(long next, List<Long> ofSessions, List<Long> ofVerdicts, List<Long> times, long read) {
        return new Manifest(
                format,
                next,
                generation,
                topicIds,
                ofSessions,
                ofVerdicts,
                times,
                read,
                baselineUs,
                resync,
                forgottenUs,
                files,
                gaps);
    }

    /** Returns a manifest that reads topics from their beginning. */
    public Manifest restarted(Map<String, String> ids, List<Long> ofSessions, List<Long> ofVerdicts, List<Long> times) {
        return new Manifest(
                format,
                sequence,
                generation + 1,
                ids,
                ofSessions,
                ofVerdicts,
                times,
                readUs,
                baselineUs,
                baselineUs > 0,
                forgottenUs,
                files,
                gaps);
    }

    /** Returns a manifest without changes before a time. */
    public Manifest withForgotten(long us) {
        return new Manifest(
                format,
                sequence,
                generation,
                topicIds,
                sessions,
                verdicts,
                lastUs,
                readUs,
                baselineUs,
                resync,
                Math.max(us, forgottenUs),
                files,
                gaps);
    }

    /** Returns a manifest after which all records must be read again, because the files lack changes. */
    public Manifest withResync() {
        return new Manifest(
                format,
                sequence,
                generation,
                topicIds,
                sessions,
                verdicts,
                lastUs,
                readUs,
                baselineUs,
                baselineUs > 0,
                forgottenUs,
                files,
                gaps);
    }

    /**
     * Returns true if the state of the writer follows from a file: from the newest snapshot, the changes after it, or
     * the baseline without a snapshot.
     */
    public boolean isState(DataFile file) {
        long newest = files(Dataset.SNAPSHOT).mapToLong(DataFile::last).max().orElse(0);
        return switch (file.dataset()) {
            case SNAPSHOT -> file.last() == newest;
            case CHANGES -> file.first() > newest;
            case BASELINE -> newest == 0;
            case SESSIONS -> true;
            case FLOW, BLAME, FLAPS -> false;
        };
    }

    /** Returns the time since which all changes are kept, microseconds since 1970; 0 while there is none. */
    public long completeSinceUs() {
        return Math.max(baselineUs, forgottenUs);
    }

    /** Returns a manifest after all records of the topic were read: those before the history, or those after a gap. */
    public Manifest complete(long atUs) {
        return new Manifest(
                format,
                sequence,
                generation,
                topicIds,
                sessions,
                verdicts,
                lastUs,
                readUs,
                baselineUs > 0 ? baselineUs : atUs,
                false,
                forgottenUs,
                files,
                gaps);
    }

    /** Returns the names of all files. */
    public Set<String> names() {
        Set<String> names = new HashSet<>();
        files.forEach(file -> names.add(file.name()));
        return names;
    }

    /** Returns the size of all files in bytes. */
    public long bytes() {
        return files.stream().mapToLong(DataFile::bytes).sum();
    }
}
