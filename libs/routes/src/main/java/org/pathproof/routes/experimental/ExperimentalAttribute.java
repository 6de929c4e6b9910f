// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routes.experimental;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A path attribute without a standard, with which an experiment tries another way to secure paths on live routes
 * (ADR 58). Collectors and validators have one while {@code pathproof.schemes.experimental} is on, and none otherwise.
 *
 * <p>Implementations are services of {@link java.util.ServiceLoader}, with a public constructor without arguments.
 * {@link ExperimentalLibrary} finds them.
 */
public interface ExperimentalAttribute {
    /**
     * Creates the part for collectors.
     *
     * @param typeCode type code of the path attribute
     */
    AttributeIntake intake(int typeCode);

    /**
     * Creates the part for validators.
     *
     * @param keys file with published keys; null if the operator named none
     * @return creates the decision of one task
     * @throws IllegalArgumentException if the file is missing or unusable; the message names the setting
     */
    Supplier<AttributeDecision> decisions(@Nullable Path keys);
}
