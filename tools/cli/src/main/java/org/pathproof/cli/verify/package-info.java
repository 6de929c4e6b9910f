// SPDX-License-Identifier: Apache-2.0
/**
 * {@code pathproof verify}: validates BGPsec updates from files, hexadecimal text or batches.
 *
 * <p>{@link org.pathproof.cli.verify.VerifyCommand} holds the options, and {@link
 * org.pathproof.cli.verify.UpdateSource} reads files. {@code org.pathproof.updates} validates the updates and writes
 * the results as JSON, for this command and for the policy API.
 */
@NullMarked
package org.pathproof.cli.verify;

import org.jspecify.annotations.NullMarked;
