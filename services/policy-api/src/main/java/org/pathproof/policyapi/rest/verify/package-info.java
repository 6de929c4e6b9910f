// SPDX-License-Identifier: Apache-2.0
/**
 * Validation on demand: a client sends UPDATE messages, and the response has the verdict of each path. {@link
 * org.pathproof.policyapi.rest.verify.VerifyController} limits the number of updates of a request and the validation
 * time of a client. Nothing is stored.
 */
@NullMarked
package org.pathproof.policyapi.rest.verify;

import org.jspecify.annotations.NullMarked;
