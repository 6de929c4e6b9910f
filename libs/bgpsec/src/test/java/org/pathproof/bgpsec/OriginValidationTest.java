// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/** RFC 6811 section 2. */
class OriginValidationTest {
    private static final Vrp OURS = vrp("10.0.0.0/8", 16, 64500);
    private static final Vrp OTHERS = vrp("10.0.0.0/16", 24, 64501);
    private static final Vrp NOBODYS = vrp("10.0.0.0/8", 32, 0);

    @Test
    void notFoundWithoutACoveringVrp() {
        OriginValidation validation = validate("10.0.0.0/8", 64500);
        assertThat(validation.state()).isEqualTo(OriginState.NOT_FOUND);
        assertThat(validation.reason()).isEmpty();
        assertThat(validate("11.0.0.0/8", 64500, OURS).state()).isEqualTo(OriginState.NOT_FOUND);
        assertThat(validate("8.0.0.0/6", 64500, OURS).state()).isEqualTo(OriginState.NOT_FOUND);
        assertThat(validate("2001:db8::/32", 64500, vrp("0.0.0.0/0", 32, 64500)).state())
                .isEqualTo(OriginState.NOT_FOUND);
    }

    @Test
    void validWithOneMatchWhateverElseCovers() {
        OriginValidation validation = validate("10.0.0.0/16", 64500, OURS, OTHERS, NOBODYS);
        assertThat(validation.state()).isEqualTo(OriginState.VALID);
        assertThat(validation.reason()).isEmpty();
        assertThat(validation.matched()).containsExactly(OURS);
        assertThat(validation.unmatchedAs()).containsExactly(OTHERS, NOBODYS);
        assertThat(validate("10.0.0.0/8", 64500, OURS).state()).isEqualTo(OriginState.VALID);
    }

    @Test
    void invalidByLength() {
        OriginValidation validation = validate("10.0.0.0/17", 64500, OURS);
        assertThat(validation.state()).isEqualTo(OriginState.INVALID);
        assertThat(validation.reason()).contains("length");
        assertThat(validation.unmatchedLength()).containsExactly(OURS);
    }

    @Test
    void invalidByAs() {
        OriginValidation validation = validate("10.0.0.0/16", 64502, OURS, OTHERS);
        assertThat(validation.state()).isEqualTo(OriginState.INVALID);
        assertThat(validation.reason()).contains("as");
        assertThat(validation.unmatchedAs()).containsExactly(OURS, OTHERS);
    }

    /** Routinator names the AS as the reason as soon as one VRP fails by it alone. */
    @Test
    void theAsIsTheReasonBeforeTheLength() {
        OriginValidation validation = validate("10.0.0.0/17", 64500, OURS, OTHERS);
        assertThat(validation.reason()).contains("as");
        assertThat(validation.unmatchedLength()).containsExactly(OURS);
        assertThat(validation.unmatchedAs()).containsExactly(OTHERS);
    }

    @Test
    void asZeroMatchesNothing() {
        assertThat(validate("10.0.0.0/16", 64500, NOBODYS).state()).isEqualTo(OriginState.INVALID);
        assertThat(validate("10.0.0.0/16", 0, NOBODYS).state()).isEqualTo(OriginState.INVALID);
    }

    @Test
    void aRouteWithoutOriginMatchesNothing() {
        OriginValidation validation =
                OriginValidation.of(Prefix.parse("10.0.0.0/16"), OptionalLong.empty(), prefix -> List.of(OURS));
        assertThat(validation.state()).isEqualTo(OriginState.INVALID);
        assertThat(validation.reason()).contains("as");
    }

    private static OriginValidation validate(String prefix, long origin, Vrp... vrps) {
        return OriginValidation.of(
                Prefix.parse(prefix),
                OptionalLong.of(origin),
                p -> List.of(vrps).stream().filter(v -> v.prefix().covers(p)).toList());
    }

    private static Vrp vrp(String prefix, int maxLength, long asn) {
        return new Vrp(Prefix.parse(prefix), maxLength, asn);
    }
}
