// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.architecture.samples.Limit;
import org.pathproof.architecture.samples.LimitUser;
import org.pathproof.architecture.samples.SealedLeaf;
import org.pathproof.architecture.samples.SealedRoot;
import org.pathproof.architecture.samples.SwitchingLeaf;
import org.pathproof.architecture.samples.SwitchingRoot;

/**
 * Forbids cycles among source files. A nested class belongs to the file that declares it.
 *
 * <p>One reference is allowed: a sealed type names the subclasses that it permits, because the language demands it. Any
 * other mention of a subclass in the file of the sealed type counts, for example in a factory or a switch.
 */
final class FileCyclesTest {
    /** Messages that protoc generates and their interfaces refer to each other. */
    private static final Set<String> GENERATED = Set.of("org.pathproof.contracts.v1", "org.pathproof.validator.row");

    @Test
    void filesFormNoCycle() {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("org.pathproof")
                .that(DescribedPredicate.describe("written by hand", FileCyclesTest::isWrittenByHand));
        FileGraph files = FileGraph.of(classes);
        assertThat(files.size()).isGreaterThan(500);
        assertThat(files.cycles()).isEmpty();
    }

    @Test
    void findsACycleThroughAnInlinedConstant() {
        assertThat(cyclesOf(Limit.class, LimitUser.class)).hasSize(2);
    }

    @Test
    void findsASealedTypeThatSwitchesOverItsSubclasses() {
        assertThat(cyclesOf(SwitchingRoot.class, SwitchingLeaf.class)).hasSize(2);
    }

    @Test
    void allowsTheListOfPermittedSubclasses() {
        assertThat(cyclesOf(SealedRoot.class, SealedLeaf.class)).isEmpty();
    }

    private static Set<String> cyclesOf(Class<?>... classes) {
        return FileGraph.of(new ClassFileImporter().importClasses(classes))
                .cycles()
                .keySet();
    }

    private static boolean isWrittenByHand(JavaClass type) {
        return !GENERATED.contains(type.getPackageName());
    }
}
