// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.verdictstore.row.Findings;

final class FindingsReaderTest {
    private static final int MANY = 500;

    private final FindingsReader reader = new FindingsReader();

    private static FieldBuffer fields(byte[] bytes) {
        FieldBuffer buffer = new FieldBuffer();
        buffer.add(bytes, 0, bytes.length);
        return buffer;
    }

    private static byte[] of(Rule rule, int asn, String message) {
        return Verdict.newBuilder()
                .addFindings(
                        Finding.newBuilder().setRule(rule.label()).setAsn(asn).setMessage(message))
                .build()
                .toByteArray();
    }

    private static Findings expected(Rule rule, int asn) {
        return new Findings(RouteFlags.ruleBit(rule), Set.of((long) asn));
    }

    @Test
    void readsEachOfManyFieldsInAnyOrder() {
        for (int round = 0; round < 3; round++) {
            for (int asn = 1; asn <= MANY; asn++) {
                Rule rule = Rule.values()[asn % Rule.values().length];
                for (int copy = 0; copy < 2; copy++) {
                    assertThat(reader.read(fields(of(rule, asn, "m")))).isEqualTo(expected(rule, asn));
                }
            }
        }
    }

    @Test
    void readsLongFields() {
        byte[] longFields = of(Rule.SIGNATURE_MISMATCH, 65001, "m".repeat(10_000));
        for (int copy = 0; copy < 2; copy++) {
            assertThat(reader.read(fields(longFields))).isEqualTo(expected(Rule.SIGNATURE_MISMATCH, 65001));
        }
    }

    @Test
    void refusesWhatIsNoVerdictEachTime() {
        for (int copy = 0; copy < 2; copy++) {
            assertThatIllegalArgumentException().isThrownBy(() -> reader.read(fields(new byte[] {(byte) 0x0a, 9, 1})));
        }
    }
}
