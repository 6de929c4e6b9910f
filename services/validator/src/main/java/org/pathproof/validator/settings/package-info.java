// SPDX-License-Identifier: Apache-2.0
/**
 * Settings of the validator and the identity of an instance.
 *
 * <p>{@link org.pathproof.validator.settings.ValidatorSettings} holds the settings with the prefix {@code
 * pathproof.validator}. {@link org.pathproof.validator.settings.StateDirectory} finds and protects the folder of the
 * instance, and {@link org.pathproof.validator.settings.InstanceId} derives the name of the group member from it. This
 * package depends on no other package of the validator.
 */
@NullMarked
package org.pathproof.validator.settings;

import org.jspecify.annotations.NullMarked;
