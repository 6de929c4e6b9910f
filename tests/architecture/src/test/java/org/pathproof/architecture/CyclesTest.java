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

/** Forbids cycles among packages, root packages of services and tools included. */
@AnalyzeClasses(packages = "org.pathproof", importOptions = DoNotIncludeTests.class)
final class CyclesTest {
    @ArchTest
    static final ArchRule packagesFormNoCycles =
            slices().assignedFrom(new Packages()).should().beFreeOfCycles();

    private static final class Packages implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return isGenerated(type) ? SliceIdentifier.ignore() : SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }

    /** Returns true for classes that protoc generates: its messages and their interfaces refer to each other. */
    private static boolean isGenerated(JavaClass type) {
        return type.getPackageName().equals("org.pathproof.contracts.v1")
                || type.getPackageName().equals("org.pathproof.validator.row");
    }
}
