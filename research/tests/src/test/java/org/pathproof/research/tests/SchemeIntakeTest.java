// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.SchemePath;
import org.pathproof.research.hook.SchemeAttributes;
import org.pathproof.research.schemes.SchemeAttribute;
import org.pathproof.research.schemes.SchemeId;
import org.pathproof.research.schemes.SecuredPath;
import org.pathproof.routes.experimental.AttributeIntake;
import org.pathproof.wire.Bytes;

/** Tests the form in which the attribute of a scheme travels with a route event. */
final class SchemeIntakeTest {
    private static final SchemeAttribute VALUE = new SchemeAttribute(
            new SchemeId("KC-X", "p"),
            new SecuredPath(
                    List.of(new SecuredPath.Hop(65_536, 0, Bytes.EMPTY, Bytes.fromHex("01"))),
                    Bytes.EMPTY,
                    Bytes.fromHex("5ec3e7")));

    private final AttributeIntake intake = new SchemeAttributes().intake(252);

    @Test
    void thePathHasNoPrivateValues() {
        SchemePath path = intake.path(VALUE.encode(), 1);
        assertThat(path.getDefect()).isEmpty();
        assertThat(SchemeAttribute.decode(Bytes.wrap(path.getAttribute().toByteArray()))
                        .orThrow())
                .isEqualTo(VALUE.withoutSecret());
    }

    @Test
    void anUnusableAttributeHasADefectAndNoBytes() {
        assertThat(defect(Bytes.fromHex("0000"), 1)).contains("erased on receipt");
        assertThat(defect(Bytes.fromHex("0102"), 1)).contains("names of scheme and parameter set");
        assertThat(defect(VALUE.encode(), 2)).contains("announces 2 prefixes");
    }

    private String defect(Bytes value, int prefixes) {
        SchemePath path = intake.path(value, prefixes);
        assertThat(path.getAttribute().isEmpty()).isTrue();
        return path.getDefect();
    }
}
