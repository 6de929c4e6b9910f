// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import java.time.Instant;
import org.pathproof.policyapi.log.LogEntry;

/** An incident or a mute. Immutable. */
sealed interface IncidentEntry extends LogEntry<EntryKey> permits Incident, Mute {
    /** Returns the time of the last change. */
    Instant changed();
}
