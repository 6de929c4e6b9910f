// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.lab.attacks.Attack;

/** Tests the words about attacks whose verdict differs. */
final class AttackTableTest {
    private static String table(LabRun.Row... rows) {
        StringWriter out = new StringWriter();
        AttackTable.print(List.of(rows), new PrintWriter(out));
        return out.toString();
    }

    @Test
    void namesTheSettingThatAttacksBesideAsPathNeed() {
        assertThat(table(new LabRun.Row("dual-path", "signed beside AS_PATH", "VALID", "MALFORMED", false)))
                .contains("1 of 1 rows DISAGREE")
                .contains("pathproof.collector.dual-path-peers: [AS" + Attack.Session.DUAL_PATH.neighbor() + "]");
        assertThat(table(new LabRun.Row("forged", "another key", "NOT_VALID", "VALID", false)))
                .doesNotContain("dual-path-peers");
        assertThat(table(new LabRun.Row("dual-path", "signed beside AS_PATH", "VALID", "VALID", true)))
                .doesNotContain("dual-path-peers");
    }
}
