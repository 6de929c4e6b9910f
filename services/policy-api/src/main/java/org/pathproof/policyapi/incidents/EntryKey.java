// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.pathproof.wire.DecimalText;

/** The key of a record: of an incident by its subject and number, or of a mute by its id. */
sealed interface EntryKey extends Comparable<EntryKey> {
    /**
     * The key of an incident.
     *
     * @param number number among the incidents of the subject, from 1. Replicas that see the same log give the same
     *     number, so of two records for one cause the first one is accepted.
     */
    record OfIncident(Subject subject, long number) implements EntryKey {
        @Override
        public String text() {
            return "i\n" + subject.text() + '\n' + number;
        }
    }

    /** The key of a mute. */
    record OfMute(String id) implements EntryKey {
        @Override
        public String text() {
            return "m\n" + id;
        }
    }

    /** Returns the key as text. */
    String text();

    default byte[] toBytes() {
        return text().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    default int compareTo(EntryKey other) {
        return text().compareTo(other.text());
    }

    /** Parses the key of a record; throws IllegalArgumentException if it is neither an incident nor a mute. */
    static EntryKey of(byte[] bytes) {
        String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n", -1);
        if (lines.length == 2 && lines[0].equals("m") && !lines[1].isEmpty()) {
            return new OfMute(lines[1]);
        }
        if (lines.length == 7 && lines[0].equals("i")) {
            Optional<IncidentKind> kind = IncidentKind.of(lines[1]);
            if (kind.isPresent()) {
                long asn = lines[2].isEmpty() ? Subject.NO_AS : number(lines[2]);
                return new OfIncident(new Subject(kind.get(), asn, lines[3], lines[4], lines[5]), number(lines[6]));
            }
        }
        throw new IllegalArgumentException("its key is neither that of an incident nor that of a mute");
    }

    private static long number(String text) {
        return DecimalText.parse(text, Long.MAX_VALUE)
                .orElseThrow(() -> new IllegalArgumentException("its key has the number " + text));
    }
}
