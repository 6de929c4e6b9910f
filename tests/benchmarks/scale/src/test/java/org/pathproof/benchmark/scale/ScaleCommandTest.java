// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleCommandTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --heap 4   | --heap 4 is not a size: use a number with m or g, such as 4g (see --help)
            --part write | --part write is not a part: use read or chain (see --help)
            --routers 1 | --routers 1 is not possible: use 2 to 250 (see --help)
            --sessions 3 | --sessions 3 is not possible: use 12 to 10000 (see --help)
            --sessions 10000 --prefixes 1000000 | 10,000 sessions × 1,000,000 prefixes are not possible: use 2,000,000,000 rows at most (see --help)
            --sessions 500 --prefixes 1000000 --heap 512m | --heap is too small for 500,000,000 rows: 512 MiB of 7,185 MiB (set a larger --heap, or use fewer --sessions or --prefixes)
            """)
    void refusesWhatCannotRun(String options, String message) {
        StringWriter err = new StringWriter();
        int status = new ScaleCommand()
                .commandLine()
                .setErr(new PrintWriter(err, true))
                .execute(options.strip().split(" ", -1));
        assertThat(err.toString()).isEqualTo("pathproof bench scale: " + message + System.lineSeparator());
        assertThat(status).isEqualTo(2);
    }
}
