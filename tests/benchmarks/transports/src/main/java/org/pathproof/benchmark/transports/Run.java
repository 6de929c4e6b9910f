// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.pathproof.benchmark.kit.Machine;

/**
 * The results of one run on one machine.
 *
 * @param openssl P-256 verifications a second by OpenSSL, with words; it describes the speed of the machine
 */
record Run(
        @JsonProperty("machine") Machine machine,
        @JsonProperty("sizes") Sizes sizes,
        @JsonProperty("openssl") String openssl,
        @JsonProperty("results") List<TransportResult> results,
        @JsonProperty("certificates") List<CertificateResult> certificates) {
    List<TransportResult> measured() {
        return results.stream().filter(TransportResult::measured).toList();
    }
}
