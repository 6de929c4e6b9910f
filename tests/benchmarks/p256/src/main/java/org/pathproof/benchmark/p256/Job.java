// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import com.fasterxml.jackson.annotation.JsonValue;

/** The work for each signature. */
enum Job {
    /** The signature of a digest; where an interface takes the signature in DER, that is parsed too. */
    VERIFY("verify"),
    /** DER, SHA-256 of the message of about 200 bytes, and the signature. */
    WHOLE_JOB("whole-job");

    private final String label;

    Job(String label) {
        this.label = label;
    }

    /** Returns the name in results and for the native runner. */
    @JsonValue
    String label() {
        return label;
    }
}
