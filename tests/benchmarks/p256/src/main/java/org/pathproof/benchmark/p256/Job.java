// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import com.fasterxml.jackson.annotation.JsonValue;

/** The work for each signature. */
enum Job {
    /** Verifies the signature of a digest. Interfaces that take the signature in DER also parse it. */
    VERIFY("verify"),
    /** Parses DER, hashes the message of about 200 bytes with SHA-256, and verifies the signature. */
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
