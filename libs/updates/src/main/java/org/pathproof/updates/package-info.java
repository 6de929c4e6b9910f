// SPDX-License-Identifier: Apache-2.0
/**
 * Validation of UPDATE messages that users supply, for {@code pathproof verify} and {@code POST /api/v1/verify}.
 *
 * <p>{@link org.pathproof.updates.UpdateMessages} and {@link org.pathproof.updates.BatchLine} convert input to {@link
 * org.pathproof.updates.Request}s. {@link org.pathproof.updates.UpdateValidator} validates many of them with few calls
 * of the signature verifier, and returns a {@link org.pathproof.updates.Response} to each. {@link
 * org.pathproof.updates.ResponseJson} writes the JSON that scripts read. Nothing here does I/O.
 */
@NullMarked
package org.pathproof.updates;

import org.jspecify.annotations.NullMarked;
