// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.hook;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.routes.experimental.AttributeDecision;
import org.pathproof.routes.experimental.AttributeIntake;
import org.pathproof.routes.experimental.ExperimentalAttribute;

/** Provides the path attribute of the schemes to collectors and validators. Has no state. */
public final class SchemeAttributes implements ExperimentalAttribute {
    @Override
    public AttributeIntake intake(int typeCode) {
        return new SchemeIntake(typeCode);
    }

    /**
     * Loads the schemes with keys in the key file.
     *
     * @throws IllegalArgumentException if the file is missing or unusable, or if a scheme of the file is not found; the
     *     message names the setting
     */
    @Override
    public Supplier<AttributeDecision> decisions(@Nullable Path keys) {
        return LoadedSchemes.load(keys);
    }
}
