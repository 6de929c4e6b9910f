// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import java.util.Locale;

/** The states of an incident. */
public enum IncidentState {
    OPEN,
    ACKNOWLEDGED,
    MUTED,
    CLOSED;

    /** Returns the name in REST and metrics. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
