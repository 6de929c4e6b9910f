// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

class RouterKeyFormTest {
    private static final String POINT = "03420004" + "11".repeat(64);

    @Test
    void keysOfBothCurvesAreAccepted() {
        assertThat(RouterKeyForm.defect(TestKeys.AS64496)).isEmpty();
        assertThat(RouterKeyForm.defect(TestKeys.ON_P384)).isEmpty();
    }

    @Test
    void refusesACurveThatIsText() {
        assertThat(RouterKeyForm.defect(TestKeys.DAMAGED_CURVE))
                .contains("does not name its curve by an object identifier (RFC 5480 section 2.1.1)");
    }

    @ParameterizedTest
    @CsvSource({
        "06072a8648ce3d0201, does not name its curve by an object identifier (RFC 5480 section 2.1.1)",
        "06072a8648ce3d02010500, does not name its curve by an object identifier (RFC 5480 section 2.1.1)",
        "06072a8648ce3d02010600, does not name its curve by an object identifier (RFC 5480 section 2.1.1)",
        "06072a8648ce3d020106022a86, does not name its curve by an object identifier (RFC 5480 section 2.1.1)",
        "06072a8648ce3d0201060320802a, does not name its curve by an object identifier (RFC 5480 section 2.1.1)",
        "06072a8648ce3d020106012a0500, does not name its curve by an object identifier (RFC 5480 section 2.1.1)",
        "0500, has an algorithm without an object identifier",
        "'', has an algorithm without an object identifier"
    })
    void algorithmsAreChecked(String algorithm, String defect) {
        assertThat(RouterKeyForm.defectOfSpki(spki(algorithm))).contains(defect);
    }

    /** The algorithm suites decide which algorithms are supported. */
    @Test
    void anotherAlgorithmIsAccepted() {
        assertThat(RouterKeyForm.defectOfSpki(spki("06032b6570"))).isEmpty();
    }

    @Test
    void aWrongSkiIsReportedWithTheRightOne() {
        RouterKey key = new RouterKey(1, TestKeys.ON_P384.ski(), TestKeys.AS64496.spki());
        assertThat(RouterKeyForm.defect(key).orElseThrow())
                .contains(TestKeys.ON_P384.ski().toHex(), TestKeys.AS64496.ski().toHex());
    }

    /**
     * A changed byte before the point makes the form invalid, or selects another algorithm or curve. No byte makes the
     * check throw.
     */
    @Test
    void neverThrowsForAnyByteValue() {
        for (RouterKey good : List.of(TestKeys.AS64496, TestKeys.ON_P384)) {
            byte[] bytes = good.spki().toArray();
            for (int at = 0; at < bytes.length; at++) {
                for (int value = 0; value < 256; value++) {
                    byte[] changed = bytes.clone();
                    changed[at] = (byte) value;
                    Bytes spki = Bytes.wrap(changed);
                    assertThat(RouterKeyForm.defect(new RouterKey(1, good.ski(), spki))
                                    .isEmpty())
                            .as("byte %d is %d", at, value)
                            .isEqualTo(RouterKeyForm.defectOfSpki(spki).isEmpty()
                                    && SubjectKeyIdentifier.of(spki)
                                            .orElseThrow()
                                            .equals(good.ski()));
                }
            }
        }
    }

    @Property(tries = 2000)
    void neverThrowsForAnyBytes(@ForAll byte[] bytes) {
        assertThat(RouterKeyForm.defectOfSpki(Bytes.wrap(bytes))).isPresent();
    }

    @Test
    void deepNestingIsRefused() {
        assertThat(RouterKeyForm.defectOfSpki(Bytes.fromHex("3080".repeat(32_000))))
                .isPresent();
    }

    private static Bytes spki(String algorithm) {
        String content = "30%02x".formatted(algorithm.length() / 2) + algorithm + POINT;
        return Bytes.fromHex("30%02x".formatted(content.length() / 2) + content);
    }
}
