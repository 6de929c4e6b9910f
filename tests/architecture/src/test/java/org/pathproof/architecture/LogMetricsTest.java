// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.Objects;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.logging.logback.LogbackMetricsAutoConfiguration;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** Tests that no program counts log events with a filter, which would run for each disabled log call of Kafka. */
@AnalyzeClasses(packages = "org.pathproof", importOptions = DoNotIncludeTests.class)
final class LogMetricsTest {
    private static final int PROGRAMS = 6;

    @ArchTest
    static void noProgramCountsLogEvents(JavaClasses classes) {
        var programs = classes.stream()
                .filter(type -> type.isMetaAnnotatedWith(EnableAutoConfiguration.class))
                .map(JavaClass::reflect)
                .toList();
        assertThat(programs).hasSize(PROGRAMS).allSatisfy(program -> {
            EnableAutoConfiguration annotation = Objects.requireNonNull(
                    AnnotatedElementUtils.findMergedAnnotation(program, EnableAutoConfiguration.class));
            assertThat(annotation.exclude()).contains(LogbackMetricsAutoConfiguration.class);
        });
    }
}
