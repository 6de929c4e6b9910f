// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import com.google.protobuf.InvalidProtocolBufferException;
import org.pathproof.contracts.v1.IncidentRecord;

/** Parses the records of the topic of incidents. */
final class IncidentRecords {
    private IncidentRecords() {}

    /** Parses the value of a record; throws IllegalArgumentException if it does not fit its key. */
    static IncidentEntry parse(EntryKey key, byte[] value) {
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
}
