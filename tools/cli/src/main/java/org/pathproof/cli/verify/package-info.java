// SPDX-License-Identifier: Apache-2.0
/**
 * {@code pathproof verify}: validates BGPsec updates from files, hexadecimal text or batches.
 *
 * <p>{@link org.pathproof.cli.verify.VerifyCommand} holds the options. {@link org.pathproof.cli.verify.UpdateSource}
 * and {@link org.pathproof.cli.verify.BatchLine} convert input to {@link org.pathproof.cli.verify.Request}s. {@link
 * org.pathproof.cli.verify.UpdateJudge} answers requests in batches. {@link org.pathproof.cli.verify.AnswerJson}
 * writes the answers as JSON lines.
 */
@NullMarked
package org.pathproof.cli.verify;

import org.jspecify.annotations.NullMarked;
