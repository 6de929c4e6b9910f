// SPDX-License-Identifier: Apache-2.0
/**
 * {@code pathproof engine}: prints the signature engine of this machine, the state of the others, and the settings.
 * {@link org.pathproof.p256.SignatureEngines} tests the engines in this process, as at the start of a service.
 */
@NullMarked
package org.pathproof.cli.engine;

import org.jspecify.annotations.NullMarked;
