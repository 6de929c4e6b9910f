// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** Forbids cycles among source files. Nested classes belong to the file of their outermost class. */
@AnalyzeClasses(
        packages = {"org.pathproof.p256", "org.pathproof.bgpsec", "org.pathproof.lab"},
        importOptions = DoNotIncludeTests.class)
final class FileCyclesTest {
    @ArchTest
    static final ArchRule filesFormNoCycle =
            slices().assignedFrom(new FileOfClass()).should().beFreeOfCycles();

    private static final class FileOfClass implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
            JavaClass outermost = javaClass;
            while (outermost.getEnclosingClass().isPresent()) {
                outermost = outermost.getEnclosingClass().get();
            }
            return SliceIdentifier.of(outermost.getName());
        }

        @Override
        public String getDescription() {
            return "source files";
        }
    }
}
