// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.pathproof.contracts.v1.IncidentRecord;
import org.pathproof.policyapi.log.LogEntry;

/** An incident or a mute. Immutable. */
sealed interface IncidentEntry extends LogEntry<EntryKey> permits Incident, Mute {
    /** Returns the time of the last change. */
    Instant changed();

    /** Parses the value of a record; throws IllegalArgumentException if it does not fit its key. */
    static IncidentEntry of(EntryKey key, byte[] value) {
        try {
            IncidentRecord found = IncidentRecord.parseFrom(value);
            if (found.getVersion() < 1) {
                throw new IllegalArgumentException("it has no version");
            }
            if (key instanceof EntryKey.OfIncident of && found.hasIncident()) {
                return Incident.of(of, found);
            }
            if (key instanceof EntryKey.OfMute of && found.hasMute()) {
                return Mute.of(of, found);
            }
            throw new IllegalArgumentException("its content does not fit its key");
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }
}
