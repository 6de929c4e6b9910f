// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.wire.Bytes;

/** Tests that right signatures do not make an UPDATE VALID that breaks a rule on its other attributes (RFC 7606). */
class VerifyFaultsTest extends VerifyRuns {
    private static final int ATTRIBUTES_AT = 23;

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "unknown well-known attribute,   40 c8 01 01,                     MALFORMED, attribute-malformed",
        "OTC of 3 bytes,                 c0 23 03 000000,                 MALFORMED, attribute-malformed",
        "extended community of 7 bytes,  c0 10 07 00000000000000,         MALFORMED, attribute-malformed",
        "empty COMMUNITIES,              c0 08 00,                        MALFORMED, attribute-malformed",
        "empty LARGE_COMMUNITIES,        c0 20 00,                        MALFORMED, attribute-malformed",
        "ORIGIN twice,                   40 01 01 00,                     VALID,     attribute-discarded",
        "ATOMIC_AGGREGATE of 1 byte,     40 06 01 01,                     VALID,     attribute-discarded",
        "AGGREGATOR with AS 0,           c0 07 08 00000000 c0000209,      VALID,     attribute-discarded",
        "AS4_PATH,                       c0 11 06 02 01 0000fbf0,         VALID,     attribute-discarded",
        "NEXT_HOP beside MP_REACH_NLRI,  40 03 04 c0000201,               VALID,     attribute-discarded",
        "AIGP of 2 bytes,                80 1a 02 0100,                   VALID,     attribute-discarded",
        "LOCAL_PREF of 5 bytes,          40 05 05 0000000000,             VALID,     attribute-discarded",
    })
    void anAddedAttributeIsHandledByItsFault(String name, String attribute, String state, String rule) {
        Result result = run("--keys", KEYS, "--target-as", "65537", "--hex", with(Bytes.fromHex(attribute)));
        assertThat(text(result.only(), "state")).isEqualTo(state);
        assertThat(rules(result.only())).containsExactly(rule);
    }

    @Test
    void anUpdateWithoutOriginIsMalformed() {
        Bytes update = Bytes.fromHex(UPDATE);
        assertThat(update.slice(ATTRIBUTES_AT, ATTRIBUTES_AT + 4)).isEqualTo(Bytes.fromHex("40010102"));
        Bytes without = update.slice(0, ATTRIBUTES_AT).concat(update.from(ATTRIBUTES_AT + 4));
        Result result = run("--keys", KEYS, "--target-as", "65537", "--hex", withLength(without.toHex()));
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(text(result.only(), "state")).isEqualTo("MALFORMED");
        assertThat(rules(result.only())).containsExactly("attribute-missing");
    }

    /** RFC 7606 sections 7.5, 7.9 and 7.10: these attributes are an error from an internal peer alone. */
    @Test
    void theKindOfThePeerCounts() {
        String malformed = with(Bytes.fromHex("80 09 08 c0000201c0000202"));
        Result external = run("--keys", KEYS, "--target-as", "65537", "--peer-as", "65536", "--hex", malformed);
        assertThat(text(external.only(), "state")).isEqualTo("VALID");
        assertThat(rules(external.only())).containsExactly("attribute-discarded");
        Result internal = run("--keys", KEYS, "--target-as", "65537", "--peer-as", "65537", "--hex", malformed);
        assertThat(text(internal.only(), "state")).isEqualTo("MALFORMED");
        assertThat(rules(internal.only())).contains("attribute-malformed");
    }

    private static String with(Bytes attributes) {
        return withLength(UPDATE + attributes.toHex());
    }
}
