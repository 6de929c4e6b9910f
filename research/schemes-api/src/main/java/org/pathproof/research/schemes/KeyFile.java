// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.pathproof.wire.AsNumbers;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * The text form of published keys. The first line is {@value #HEADER}. Each further line has the published keys of one
 * AS under one scheme, in seven fields, separated by spaces:
 *
 * <ul>
 * <li>name of the scheme, name of the parameter set
 * <li>AS number
 * <li>end of the validity of the certificates, as 2027-01-01T00:00:00Z
 * <li>AS numbers of the neighbors, in the order of the neighbor vector
 * <li>prefixes that the AS may originate
 * <li>public keys and certificates in the encoding of the scheme, as Base64
 * </ul>
 *
 * <p>The elements of a list are separated by commas. A hyphen is an empty field. Empty lines and lines with a leading #
 * are ignored.
 */
public final class KeyFile {
    /** First line of a file. */
    public static final String HEADER = "pathproof-scheme-keys 1";

    /** Maximum number of lines with keys. */
    public static final int MAX_ENTRIES = 100_000;

    private static final int FIELDS = 7;
    private static final String EMPTY = "-";

    private KeyFile() {}

    /** Returns the lines of a file with the published keys of these schemes. */
    public static List<String> write(Map<SchemeId, KeyDirectory> keys) {
        List<String> lines = new ArrayList<>();
        lines.add(HEADER);
        keys.forEach((id, directory) -> directory.all().forEach(published -> lines.add(line(id, published))));
        return lines;
    }

    private static String line(SchemeId id, PublishedKeys published) {
        SpeakerIdentity speaker = published.identity();
        return String.join(
                " ",
                id.scheme(),
                id.parameters(),
                Long.toString(speaker.asn()),
                speaker.notAfter().toString(),
                list(speaker.neighbors()),
                list(speaker.prefixes()),
                published.material().isEmpty()
                        ? EMPTY
                        : Base64.getEncoder()
                                .encodeToString(published.material().toArray()));
    }

    private static String list(Collection<?> values) {
        return values.isEmpty() ? EMPTY : values.stream().map(Object::toString).collect(Collectors.joining(","));
    }

    /**
     * Reads the lines of a file.
     *
     * @param name name of the file, for errors
     * @throws IllegalArgumentException if a line is malformed, if an AS occurs twice under a scheme, or if there are
     *     more than {@value #MAX_ENTRIES} entries; the message names the line
     */
    public static Map<SchemeId, KeyDirectory> read(String name, Iterable<String> lines) {
        Map<SchemeId, List<PublishedKeys>> found = new LinkedHashMap<>();
        Set<String> seen = new HashSet<>();
        int number = 0;
        for (String line : lines) {
            number++;
            if (number == 1 ? line.equals(HEADER) : line.isBlank() || line.startsWith("#")) {
                continue;
            }
            try {
                if (number == 1) {
                    throw new IllegalArgumentException("the first line must be \"" + HEADER + "\"");
                }
                readEntry(line, found, seen);
            } catch (IllegalArgumentException | DateTimeException e) {
                throw new IllegalArgumentException(name + ":" + number + ": " + e.getMessage(), e);
            }
        }
        if (number == 0) {
            throw new IllegalArgumentException(name + ": the file is empty, must begin with \"" + HEADER + "\"");
        }
        Map<SchemeId, KeyDirectory> directories = new LinkedHashMap<>();
        found.forEach((id, published) -> directories.put(id, KeyDirectory.of(published)));
        return directories;
    }

    private static void readEntry(String line, Map<SchemeId, List<PublishedKeys>> found, Set<String> seen) {
        String[] fields = line.split(" ", -1);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("line of " + fields.length + " fields: must have " + FIELDS);
        }
        if (seen.size() == MAX_ENTRIES) {
            throw new IllegalArgumentException("more than " + MAX_ENTRIES + " entries");
        }
        SchemeId id = new SchemeId(fields[0], fields[1]);
        long asn = asn(fields[2]);
        if (!seen.add(id + " " + asn)) {
            throw new IllegalArgumentException("a second entry of AS" + asn + " for " + id);
        }
        SpeakerIdentity speaker = new SpeakerIdentity(
                asn, values(fields[4], KeyFile::asn), values(fields[5], Prefix::parse), Instant.parse(fields[3]));
        Bytes material = fields[6].equals(EMPTY)
                ? Bytes.EMPTY
                : Bytes.wrap(Base64.getDecoder().decode(fields[6]));
        found.computeIfAbsent(id, _ -> new ArrayList<>()).add(new PublishedKeys(speaker, material));
    }

    private static long asn(String text) {
        return AsNumbers.find(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "\"" + text + "\" is no AS number: must be 0 to " + AsNumbers.MAX));
    }

    private static <T> List<T> values(String field, Function<String, T> parser) {
        return field.equals(EMPTY)
                ? List.of()
                : Arrays.stream(field.split(",", -1)).map(parser).toList();
    }
}
