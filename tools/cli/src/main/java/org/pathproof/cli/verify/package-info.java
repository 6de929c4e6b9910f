// SPDX-License-Identifier: Apache-2.0
/**
 * {@code pathproof verify}: validates BGPsec updates from files, hexadecimal text or batches.
 *
 * <p>{@link org.pathproof.cli.verify.VerifyCommand} holds the options, and {@link
 * org.pathproof.cli.verify.UpdateSource} reads files. The validation and the JSON of the answers are those of {@code
 * org.pathproof.updates}, which the policy API uses, too.
 */
@NullMarked
package org.pathproof.cli.verify;

import org.jspecify.annotations.NullMarked;
