// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.logging.logback.WhitespaceThrowableProxyConverter;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.FileSystemResource;

/** Tests that a log message stays on one line and sends no control characters to a terminal. */
final class LogPatternTest {
    private static final String HOSTILE =
            "router r1\r\n2026-01-01T00:00:00.000Z ERROR forged\u0000\u001b[2J\u009b1m\u2028\u202Eend";

    @ParameterizedTest
    @CsvSource({
        "services/collector/src/main/resources/collector.yaml, logging.pattern.console",
        "services/key-sync/src/main/resources/key-sync.yaml, logging.pattern.console",
        "services/validator/src/main/resources/validator.yaml, logging.pattern.console",
        "services/policy-api/src/main/resources/policy-api.yaml, logging.pattern.console",
        "services/history/src/main/resources/history.yaml, logging.pattern.console",
        "standalone/src/main/resources/standalone.yaml, logging.pattern.file",
    })
    void aMessageStaysOnItsLine(String file, String property) throws Exception {
        PropertySource<?> settings = new YamlPropertySourceLoader()
                .load(file, new FileSystemResource(Path.of("../..").resolve(file)))
                .getFirst();
        LoggerContext context = new LoggerContext();
        PatternLayout layout = new PatternLayout();
        layout.getInstanceConverterMap().put("wEx", WhitespaceThrowableProxyConverter::new);
        layout.setContext(context);
        layout.setPattern(String.valueOf(settings.getProperty(property)));
        layout.start();
        LoggingEvent event = new LoggingEvent(
                "", context.getLogger("a.Logger"), Level.WARN, HOSTILE, new IllegalStateException(HOSTILE), null);

        String written = layout.doLayout(event);

        String[] lines = written.split("\n", -1);
        assertThat(lines[0])
                .contains("WARN")
                .contains("a.Logger")
                .contains("router r1")
                .contains("end");
        assertThat(written).contains("IllegalStateException").contains("\tat ");
        assertThat(written.chars()
                        .filter(c ->
                                Character.isISOControl(c) && c != '\n' && c != '\t' || c == '\u2028' || c == '\u202E'))
                .isEmpty();
        assertThat(lines).noneMatch(line -> line.startsWith("2026-01-01T"));
    }
}
