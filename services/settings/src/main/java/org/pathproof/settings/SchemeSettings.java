// SPDX-License-Identifier: Apache-2.0
package org.pathproof.settings;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of experimental path-security schemes, the same for collectors and validators (ADR 58).
 *
 * @param experimental Enables the experiment: collectors pass on the path attribute of a scheme without its private
 *     values, and validators verify it. The result is no BGPsec validity.
 * @param attribute Type code of the path attribute, 244 to 255. IANA assigns no meaning to 244 to 254; 255 is reserved
 *     for development.
 * @param keys File with the published keys of the schemes, for validators. Read at start.
 * @param library Folder with the jars of the schemes, for collectors and validators. Empty: the class path.
 */
@ConfigurationProperties("pathproof.schemes")
public record SchemeSettings(
        @DefaultValue("false") boolean experimental,
        @DefaultValue("252") int attribute,
        @Nullable Path keys,
        @Nullable Path library) {
    private static final int MIN_CODE = 244;
    private static final int MAX_CODE = 255;

    /**
     * Checks the type code.
     *
     * @throws IllegalArgumentException if the code is assigned to another attribute, or is no type code
     */
    public SchemeSettings {
        if (attribute < MIN_CODE || attribute > MAX_CODE) {
            throw new IllegalArgumentException("pathproof.schemes.attribute is " + attribute + ": must be " + MIN_CODE
                    + " to " + MAX_CODE + ", which no standard uses");
        }
    }
}
