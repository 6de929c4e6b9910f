// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

/** The services that make spans. */
public enum TracedService {
    COLLECTOR("pathproof-collector", 2),
    VALIDATOR("pathproof-validator", 4),
    POLICY_API("pathproof-policy-api", 1);

    private final String label;
    private final int spansPerEvent;

    TracedService(String label, int spansPerEvent) {
        this.label = label;
        this.spansPerEvent = spansPerEvent;
    }

    /** Returns the {@code service.name} of the spans, which is also the value of the metric's label. */
    public String label() {
        return label;
    }

    /** Returns the maximum number of spans that the service makes for each event of a route, without its feeds. */
    int spansPerEvent() {
        return spansPerEvent;
    }
}
