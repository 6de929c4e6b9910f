// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.pathproof.onboarding.DescriptionJson;

/** Compares the JSON Schema in docs/reference with the one that {@code libs/onboarding} ships. */
final class DescriptionReferenceTest {
    @Test
    void theSchemaIsPublished() throws IOException {
        ReferencePage.assertCurrent("router-description.schema.json", DescriptionJson.schema());
    }
}
