// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Exit codes and sentences of the frame. */
class PathproofCommandTest {
    @Test
    void wantsACommand() {
        Run run = Run.of();
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("name a command").contains("decode").contains("replay");
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThat(Run.of("decode").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(Run.of("decode", "--format", "xml", "x").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(Run.of("nonsense").exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void saysWhichFileIsMissing() {
        Run run = Run.of("decode", "/no/such/file");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).isEqualTo("pathproof decode: /no/such/file: no such file" + System.lineSeparator());
    }

    @Test
    void tellsItsVersion() {
        assertThat(Run.of("--version").out()).contains("pathproof").contains("Java");
        assertThat(Run.of("decode", "--help").exitCode()).isEqualTo(ExitCode.OK);
    }
}
